import { LINK_PAGE, LINK_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { PHOTO } from '@posthorn/contracts/link-tree/photo.http';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { cutPicture, deleteCuts, isPicture, type SizesOf } from '#infrastructure/media/upload/cut-picture.ts';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import type { Uploader } from '#infrastructure/media/upload/take-image.ts';

/** Phones load the smaller sizes. 800 fits a page of 400 CSS pixels at double density, with half the bytes of 1200. */
const BANNER_WIDTHS = [LINK_PAGE.banner.widthMax, 1200, 800, 600] as const;
const BANNER_ASPECT = LINK_PAGE.banner.widthMax / LINK_PAGE.banner.heightMax;

const sizesOf =
  (requested: readonly number[], aspect: number): SizesOf =>
  ({ width, height }) => {
    const widest = Math.max(1, Math.min(width, Math.floor(height * aspect), requested[0] ?? 1));
    const widths = [widest, ...requested.filter((each) => each < widest)];
    return widths.map((each) => ({ width: each, height: Math.max(1, Math.round(each / aspect)) }));
  };

/** Returns sizes with the banner's aspect ratio, widest first. */
export const bannerSizes = sizesOf(BANNER_WIDTHS, BANNER_ASPECT);
/** Returns square sizes, widest first. */
export const photoSizes = sizesOf(PHOTO.sides, 1);
/** The maximum number of sizes of a picture. */
const SIZES_MAX = Math.max(BANNER_WIDTHS.length, PHOTO.sides.length);

/**
 * Cuts a picture to the given sizes.
 * @returns the cut files in the order of the sizes
 * @throws RequestRefused 415 if the file is not a supported picture; also the errors of `cutPicture`
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

/** Deletes the files that `cropPicture` may have created from this file. */
export const deleteCrops = (file: ReceivedFile): Promise<unknown> => deleteCuts(file, SIZES_MAX);
