import { rm } from 'node:fs/promises';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { fileTypeFromFile } from 'file-type';
import { HEAD_MEGAPIXELS, megapixelsOf, uploadDrawing } from '../drawing/drawing-places.ts';
import type { ReceivedFile } from './received-file.ts';
import { refusePicture, type Uploader } from './take-image.ts';
import { tooManyPixels } from './upload.errors.ts';

type Sides = Readonly<{ width: number; height: number }>;

/** Returns the sizes to cut from a picture of this size; none is larger than the picture. */
export type SizesOf = (sides: Sides) => Sides[];

const TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Whether the file is a picture that `cutPicture` accepts. */
export const isPicture = async ({ path }: ReceivedFile): Promise<boolean> =>
  TYPES.has((await fileTypeFromFile(path).catch(() => undefined))?.mime ?? '');

/**
 * Cuts a picture to the sizes, in the fair order of the drawing queue. The cuts are next to the file and still contain its metadata. The
 * upload redraws each cut when it stores the cut.
 * @throws RequestRefused 422 for an unreadable picture, 413 for too many pixels, 429 while too many pictures wait
 */
export async function cutPicture(
  file: ReceivedFile,
  sizes: SizesOf,
  { userId: owner, signal }: Uploader,
): Promise<ReceivedFile[]> {
  const { path, originalName } = file;
  const turn = { owner, megapixels: HEAD_MEGAPIXELS, signal };
  const { upright } = await uploadDrawing
    .draw('head', { source: path }, turn)
    .catch(refusePicture(originalName));
  const pixelsMax = MEDIA.imagePixelsMax;
  if (upright.width * upright.height > pixelsMax) throw tooManyPixels(originalName);
  const cuts = sizes(upright).map((sides, index) => ({ ...sides, path: cutPath(file, index) }));
  const megapixels = megapixelsOf(upright.width, upright.height);
  await uploadDrawing
    .draw('cut', { path, cuts, pixelsMax }, { ...turn, megapixels })
    .catch(refusePicture(originalName));
  return cuts.map((cut) => ({ path: cut.path, originalName }));
}

/** Deletes the files that `cutPicture` may have created for a file. @param most how many sizes there are at most */
export const deleteCuts = (file: ReceivedFile, most: number): Promise<unknown> =>
  Promise.all(Array.from({ length: most }, (_, index) => rm(cutPath(file, index), { force: true })));

const cutPath = ({ path }: ReceivedFile, index: number): string => `${path}.${String(index)}`;
