import { LINK_PAGE, LINK_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { PHOTO } from '@posthorn/contracts/link-tree/photo.http';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { cutPicture, deleteCuts, isPicture, type SizesOf } from '#infrastructure/media/upload/cut-picture.ts';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import type { Uploader } from '#infrastructure/media/upload/take-image.ts';

/** Phones load the smaller ones. 800 suits a page 400 wide with two pixels a dot, and has half the bytes of 1200. */
const BANNER_WIDTHS = [LINK_PAGE.banner.widthMax, 1200, 800, 600] as const;
const BANNER_ASPECT = LINK_PAGE.banner.widthMax / LINK_PAGE.banner.heightMax;

const sizesOf =
  (wanted: readonly number[], aspect: number): SizesOf =>
  ({ width, height }) => {
    const widest = Math.max(1, Math.min(width, Math.floor(height * aspect), wanted[0] ?? 1));
    const widths = [widest, ...wanted.filter((each) => each < widest)];
    return widths.map((each) => ({ width: each, height: Math.max(1, Math.round(each / aspect)) }));
  };

/** Three times as wide as high, widest first. */
export const bannerSizes = sizesOf(BANNER_WIDTHS, BANNER_ASPECT);
/** Square, widest first. */
export const photoSizes = sizesOf(PHOTO.sides, 1);
/** The number of sizes of a picture at most. */
const SIZES_MAX = Math.max(BANNER_WIDTHS.length, PHOTO.sides.length);

/**
 * Cuts a picture of a page to the sizes.
 * @returns in the order of the sizes
 * @throws RequestRefused 415 for what is no such picture, and as `cutPicture`
 */
export async function cropPicture(
  file: ReceivedFile,
  sizes: SizesOf,
  uploader: Uploader,
): Promise<ReceivedFile[]> {
  if (!(await isPicture(file)))
    throw new RequestRefused('link-tree.banner-not-supported', LINK_PAGE_TEXT.bannerNotSupported);
  return cutPicture(file, sizes, uploader);
}

/** Deletes the files that `cropPicture` may have made beside a file. */
export const deleteCrops = (file: ReceivedFile): Promise<unknown> => deleteCuts(file, SIZES_MAX);
