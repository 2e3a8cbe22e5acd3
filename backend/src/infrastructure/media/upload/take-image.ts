import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { isDiskFull } from '#infrastructure/http/errors/disk-full.ts';
import type { PictureFormat } from '../drawing/drawing-jobs.ts';
import { HEAD_MEGAPIXELS, megapixelsOf, uploadDrawing } from '../drawing/drawing-places.ts';
import { PictureUnreadable, PROCESS_ENDED } from '../drawing/drawing-processes.ts';
import { DrawingQueueFull } from '../drawing/drawing-queue.ts';
import { PictureTooComplex } from '../drawing/picture-walk.ts';
import {
  drawingBusy,
  fileTooComplex,
  fileTooLarge,
  notReadable,
  notSupported,
  tooManyPixels,
} from './upload.errors.ts';
import type { ReceivedFile } from './received-file.ts';

const THUMBNAIL_PIXELS = 480;
const GIF_TYPE = 'image/gif';
/** Types whose files may be animations. */
const MOVING: ReadonlySet<string> = new Set([GIF_TYPE, 'image/webp']);
const FORMATS: Readonly<Record<string, PictureFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  [GIF_TYPE]: 'gif',
};

export type TakenImage = Readonly<{
  path: string;
  thumbnailPath: string;
  /**
   * The stored type. A GIF that does not move becomes a PNG, which every platform accepts. A moving WebP becomes a GIF. Platforms accept
   * animations as GIF, and turn a WebP into a still picture (Mastodon's issue 36514).
   */
  mimeType: string;
  bytes: number;
  width: number;
  height: number;
  /** The length of one run of an animation; null for a still picture. */
  durationSeconds: number | null;
}>;

/** The owner of the picture. `signal` aborts when the client disconnects. */
export type Uploader = Readonly<{ userId: string; signal: AbortSignal }>;

/**
 * Redraws the picture when it is its owner's turn: upright, moving if it moves, and without metadata. All other data of the file is dropped. Writes
 * `{path}.image` and `{path}.thumb`.
 * @throws RequestRefused with the file's name; the reason of `signal` when it aborts before the picture is drawn
 */
export async function takeImage(
  file: ReceivedFile,
  mimeType: string,
  { userId: owner, signal }: Uploader,
): Promise<TakenImage> {
  const { path, originalName } = file;
  if (!(mimeType in FORMATS)) throw notSupported(originalName);
  const turn = { owner, megapixels: HEAD_MEGAPIXELS, signal };
  const { width, height, format, frames, durationSeconds } = await uploadDrawing
    .draw('head', { source: path }, turn)
    .catch(refusePicture(originalName));
  if (`image/${format}` !== mimeType) throw notSupported(originalName);
  const moves = MOVING.has(mimeType) && frames > 1;
  // All frames are in memory together.
  const rows = moves ? height * frames : height;
  if (width * rows > MEDIA.imagePixelsMax) throw tooManyPixels(originalName);
  const storedType = moves ? GIF_TYPE : mimeType === GIF_TYPE ? 'image/png' : mimeType;
  const redrawn = await uploadDrawing
    .draw(
      'redraw',
      {
        path,
        format: FORMATS[storedType] ?? 'png',
        animated: moves,
        pixelsMax: MEDIA.imagePixelsMax,
        thumbnail: THUMBNAIL_PIXELS,
      },
      { ...turn, megapixels: megapixelsOf(width, rows) },
    )
    .catch(refusePicture(originalName));
  if (redrawn.bytes > MEDIA.fileBytesMax) throw fileTooLarge(originalName);
  return {
    ...redrawn,
    path: `${path}.image`,
    thumbnailPath: `${path}.thumb`,
    mimeType: storedType,
    durationSeconds: moves ? durationSeconds : null,
  };
}

/** Throws the refusal of a picture, with the name of its file. An error that is not about the picture is thrown unchanged. */
export const refusePicture =
  (originalName: string) =>
  (error: unknown): never => {
    if (error instanceof DrawingQueueFull) throw drawingBusy();
    if (error instanceof PictureTooComplex) throw fileTooComplex(originalName);
    // libvips has no codes: its errors are about the picture, unless its message says that the disk is full.
    const isOfDecoder =
      error instanceof PictureUnreadable && (error.code === undefined || error.code === PROCESS_ENDED);
    if (isOfDecoder && !isDiskFull(error)) throw notReadable(originalName);
    throw error;
  };
