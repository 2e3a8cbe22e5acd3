import { rm } from 'node:fs/promises';
import { LINK_PAGE, LINK_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { PHOTO } from '@posthorn/contracts/link-tree/photo.http';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { fileTypeFromFile } from 'file-type';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import {
  HEAD_MEGAPIXELS,
  megapixelsOf,
  uploadDrawing,
} from '#infrastructure/media/drawing/drawing-places.ts';
import type { ReceivedFile } from '#infrastructure/media/upload/received-file.ts';
import { refusePicture } from '#infrastructure/media/upload/take-image.ts';
import { tooManyPixels } from '#infrastructure/media/upload/upload.errors.ts';

/** Phones load the smaller ones. 800 suits a page 400 wide with two pixels a dot, and has half the bytes of 1200. */
const BANNER_WIDTHS = [LINK_PAGE.banner.widthMax, 1200, 800, 600] as const;
const BANNER_ASPECT = LINK_PAGE.banner.widthMax / LINK_PAGE.banner.heightMax;
const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

type Sides = Readonly<{ width: number; height: number }>;

/** The sizes for a picture with these sides, widest first, never larger than the picture. */
export type SizesOf = (sides: Sides) => Sides[];

const sizesOf =
  (wanted: readonly number[], aspect: number): SizesOf =>
  ({ width, height }) => {
    const widest = Math.max(1, Math.min(width, Math.floor(height * aspect), wanted[0] ?? 1));
    const widths = [widest, ...wanted.filter((each) => each < widest)];
    return widths.map((each) => ({ width: each, height: Math.max(1, Math.round(each / aspect)) }));
  };

/** Three times as wide as high. */
export const bannerSizes = sizesOf(BANNER_WIDTHS, BANNER_ASPECT);
/** Square. */
export const photoSizes = sizesOf(PHOTO.sides, 1);
/** The number of sizes of a picture at most. */
const SIZES_MAX = Math.max(BANNER_WIDTHS.length, PHOTO.sides.length);

/**
 * Cuts a picture to the sizes, in the fair order of the drawing queue. The cuts lie beside the file and still carry its metadata. The
 * upload draws each again when it stores it.
 * @returns widest first
 * @throws RequestRefused 415 and 422 for what is no such picture, 413 for too many pixels, 429 while too many are drawn
 */
export async function cropPicture(
  file: ReceivedFile,
  sizes: SizesOf,
  { owner, signal }: Readonly<{ owner: string; signal: AbortSignal }>,
): Promise<ReceivedFile[]> {
  const { path, originalName } = file;
  const type = await fileTypeFromFile(path).catch(() => undefined);
  if (!TYPES.has(type?.mime ?? '')) throw notSupported();
  const turn = { owner, megapixels: HEAD_MEGAPIXELS, signal };
  const { upright } = await uploadDrawing
    .draw('head', { source: path }, turn)
    .catch(refusePicture(originalName));
  const pixelsMax = MEDIA.imagePixelsMax;
  if (upright.width * upright.height > pixelsMax) throw tooManyPixels(originalName);
  const crops = sizes(upright).map((sides, index) => ({
    ...sides,
    path: cropPaths(file)[index] ?? path,
  }));
  const megapixels = megapixelsOf(upright.width, upright.height);
  await uploadDrawing
    .draw('cut', { path, cuts: crops, pixelsMax }, { ...turn, megapixels })
    .catch(refusePicture(originalName));
  return crops.map((cut) => ({ path: cut.path, originalName }));
}

/** Deletes the files that `cropPicture` may have made beside a file. */
export const deleteCrops = (file: ReceivedFile): Promise<unknown> =>
  Promise.all(cropPaths(file).map((path) => rm(path, { force: true })));

const cropPaths = ({ path }: ReceivedFile): string[] =>
  Array.from({ length: SIZES_MAX }, (_, index) => `${path}.${String(index)}`);

const notSupported = () =>
  new RequestRefused('link-tree.banner-not-supported', LINK_PAGE_TEXT.bannerNotSupported);
