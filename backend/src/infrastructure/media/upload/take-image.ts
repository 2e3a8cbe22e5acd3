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
const GIF_TYPE = 'image/gif';
const READING = { limitInputPixels: MEDIA.imagePixelsMax, failOn: 'error', sequentialRead: true } as const;
const FORMATS: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.autoOrient().jpeg({ quality: 90 }),
  'image/png': (image) => image.autoOrient().png(),
  'image/webp': (image) => image.autoOrient().webp({ quality: 90 }),
  // Frames, their times and how often they run stay; GIF has no way to say that it lies on its side.
  [GIF_TYPE]: (image) => image.gif(),
};

export type TakenImage = Readonly<{
  path: string;
  thumbnailPath: string;
  /** Of what is stored: a GIF that does not move becomes a PNG, which every platform can be given. */
  mimeType: string;
  bytes: number;
  width: number;
  height: number;
  /** Of an animation, once through; null of a still picture. */
  durationSeconds: number | null;
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
  if (!(mimeType in FORMATS)) throw notSupported(originalName);
  const sharp = await loadSharp();
  const {
    width,
    height,
    format: found,
    pages = 1,
    delay = [],
  } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notReadable(originalName);
    });
  if (`image/${found}` !== mimeType) throw notSupported(originalName);
  const moves = mimeType === GIF_TYPE && pages > 1;
  // All frames are in memory together.
  const rows = moves ? height * pages : height;
  if (width * rows > MEDIA.imagePixelsMax) throw tooManyPixels(originalName);
  const drawing = { owner, megapixels: megapixelsOf(width, rows), signal };
  const kept = mimeType === GIF_TYPE && !moves ? 'image/png' : mimeType;
  const durationSeconds = moves ? delay.reduce((sum, each) => sum + each, 0) / 1000 : null;
  return uploadDrawing
    .run(drawing, async () => ({ ...(await draw(file, kept)), durationSeconds }))
    .catch((error: unknown) => {
      throw error instanceof DrawingQueueFull ? drawingBusy() : error;
    });
}

async function draw(
  { path, originalName }: ReceivedFile,
  mimeType: string,
): Promise<Omit<TakenImage, 'durationSeconds'>> {
  const format = FORMATS[mimeType];
  if (!format) throw notSupported(originalName);
  const animated = mimeType === GIF_TYPE;
  const sharp = await loadSharp();
  try {
    const image = `${path}.image`;
    const thumbnailPath = `${path}.thumb`;
    const drawn = await format(sharp(path, { ...READING, animated }))
      .timeout({ seconds: SECONDS })
      .toFile(image);
    await sharp(image)
      .resize({ width: THUMBNAIL_PIXELS, height: THUMBNAIL_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .timeout({ seconds: SECONDS })
      .toFile(thumbnailPath);
    const { size } = await stat(image);
    if (size > MEDIA.fileBytesMax) throw fileTooLarge(originalName);
    const { width, height, pageHeight = height } = drawn;
    return { path: image, thumbnailPath, mimeType, bytes: size, width, height: pageHeight };
  } catch (error) {
    // libvips has no codes: any complaint of it is about the picture, unless the disk is to blame.
    if (isDiskFull(error)) throw error;
    if (error instanceof Error && 'getStatus' in error) throw error;
    throw notReadable(originalName);
  }
}
