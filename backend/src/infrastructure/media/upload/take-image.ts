import { stat } from 'node:fs/promises';
import { isDiskFull } from '../../disk-full.ts';
import { megapixelsOf, uploadDrawing } from '../drawing/drawing-places.ts';
import { DrawingQueueFull } from '../drawing/drawing-queue.ts';
import { loadSharp } from '../drawing/load-sharp.ts';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import type { Sharp } from 'sharp';
import { drawingBusy, fileTooLarge, notReadable, notSupported, tooManyPixels } from './upload.errors.ts';
import type { ReceivedFile } from './received-file.ts';

const THUMBNAIL_PIXELS = 480;
const SECONDS = 60;
const READING = { limitInputPixels: MEDIA.imagePixelsMax, failOn: 'error', sequentialRead: true } as const;
const FORMATS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.jpeg({ quality: 90 }),
  'image/png': (image) => image.png(),
  'image/webp': (image) => image.webp({ quality: 90 }),
};

export type TakenImage = Readonly<{
  path: string;
  thumbnailPath: string;
  bytes: number;
  width: number;
  height: number;
}>;

/** Whose picture it is, and whether somebody still waits for it. */
export type Uploader = Readonly<{ userId: string; signal: AbortSignal }>;

/**
 * Draws the picture anew, when it is its owner's turn, upright, in its own format and without a word of metadata: whatever
 * else was in the file is not in ours. Writes `{path}.image` and `{path}.thumb`.
 * @throws RequestRefused with the file's name; the reason of `signal` when it ends before the turn comes
 */
export async function takeImage(
  file: ReceivedFile,
  mimeType: string,
  { userId: owner, signal }: Uploader,
): Promise<TakenImage> {
  const { path, originalName } = file;
  const format = FORMATS[mimeType];
  if (!format) throw notSupported(originalName);
  const sharp = await loadSharp();
  const {
    width,
    height,
    format: found,
  } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notReadable(originalName);
    });
  if (`image/${found}` !== mimeType) throw notSupported(originalName);
  if (width * height > MEDIA.imagePixelsMax) throw tooManyPixels(originalName);
  const drawing = { owner, megapixels: megapixelsOf(width, height), signal };
  return uploadDrawing
    .run(drawing, () => draw(file, format))
    .catch((error: unknown) => {
      throw error instanceof DrawingQueueFull ? drawingBusy() : error;
    });
}

async function draw(
  { path, originalName }: ReceivedFile,
  format: (image: Sharp) => Sharp,
): Promise<TakenImage> {
  const sharp = await loadSharp();
  try {
    const image = `${path}.image`;
    const thumbnailPath = `${path}.thumb`;
    const drawn = await format(sharp(path, READING).autoOrient()).timeout({ seconds: SECONDS }).toFile(image);
    await sharp(image)
      .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: SECONDS })
      .toFile(thumbnailPath);
    const { size } = await stat(image);
    if (size > MEDIA.fileBytesMax) throw fileTooLarge(originalName);
    return { path: image, thumbnailPath, bytes: size, width: drawn.width, height: drawn.height };
  } catch (error) {
    // libvips has no codes: any complaint of it is about the picture, unless the disk is to blame.
    if (isDiskFull(error)) throw error;
    if (error instanceof Error && 'getStatus' in error) throw error;
    throw notReadable(originalName);
  }
}
