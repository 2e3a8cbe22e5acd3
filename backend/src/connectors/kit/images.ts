import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { fileTypeFromBuffer } from 'file-type';
import {
  HEAD_MEGAPIXELS,
  megapixelsOf,
  publishingDrawing,
  type DrawingPlaces,
} from '#infrastructure/media/drawing/drawing-places.ts';
import { PictureUnreadable } from '#infrastructure/media/drawing/drawing-processes.ts';
import { PictureTooComplex } from '#infrastructure/media/drawing/picture-walk.ts';
import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';
import type { MediaItem } from '../contract/publication.ts';

/** The stored file cannot be used: it is deleted, it is no picture, or an animation that the platform does not accept. */
export class MediaUnusable extends Error {
  override readonly name = 'MediaUnusable';
}

/** `sides`: the longer and the shorter side of a picture, in pixels. */
export type ImageLimits = Readonly<{
  bytes: number;
  types: readonly string[];
  sides?: Readonly<{ long: number; short: number }>;
}>;
export type ReadyImage = Readonly<{
  body: FileBody | Buffer;
  type: string;
  width: number;
  height: number;
}>;

type DrawnImage = ReadyImage & Readonly<{ body: Buffer }>;
/** Where the picture is drawn, and the owner who takes a turn for it. */
export type DrawingTurn = Readonly<{ places: DrawingPlaces; owner: string; signal?: AbortSignal }>;

/** The picture types that are accepted from outside. Drawings (SVG) are not among them: they may hold scripts and links to other files. */
const TYPES_OF_STRANGERS: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
]);

/** No platform accepts more pixels. The limit also bounds the memory for one picture. */
const PIXELS_MAX = 33_000_000;
const SIDE_MAX = 4096;
const GIF_TYPE = 'image/gif';
const QUALITIES = [90, 80, 70] as const;
const SMALLER = 0.75;
const SIDE_MIN = 400;

/**
 * Returns the file unchanged when the platform accepts it, else a JPEG that it accepts. An animation never becomes a still picture:
 * the precheck has reported it to the author.
 * @throws MediaUnusable
 */
export async function fitImage(item: MediaItem, limits: ImageLimits): Promise<ReadyImage> {
  const { width, height, path, bytes, mimeType, ownerId } = item;
  const small = width !== null && height !== null && width * height <= PIXELS_MAX;
  if (
    small &&
    isWithin(width, height, limits.sides) &&
    bytes <= limits.bytes &&
    limits.types.includes(mimeType)
  ) {
    return { body: { path, bytes }, type: mimeType, width, height };
  }
  if (mimeType === GIF_TYPE) throw new MediaUnusable(`${item.mediaUrl} is an animation that does not fit`);
  return recompressed(path, limits, { places: publishingDrawing, owner: ownerId }).catch(
    unusable(item.mediaUrl),
  );
}

/** Makes our own JPEG of a picture from outside. @throws MediaUnusable, DrawingQueueFull; the reason of its signal */
export async function jpegOf(
  bytes: Buffer,
  limits: Omit<ImageLimits, 'types'>,
  turn: DrawingTurn,
): Promise<DrawnImage> {
  const type = await fileTypeFromBuffer(bytes);
  if (!TYPES_OF_STRANGERS.has(type?.mime ?? '')) throw new MediaUnusable('it is no picture');
  return recompressed(bytes, limits, turn).catch(unusable('the picture'));
}

const unusable =
  (name: string) =>
  (cause: unknown): never => {
    const isOfPicture = cause instanceof PictureUnreadable || cause instanceof PictureTooComplex;
    throw isOfPicture ? new MediaUnusable(`${name} cannot be read`, { cause }) : cause;
  };

const isWithin = (width: number, height: number, sides: ImageLimits['sides']): boolean =>
  !sides || (Math.max(width, height) <= sides.long && Math.min(width, height) <= sides.short);

function longestSide(width: number, height: number, sides: ImageLimits['sides']): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const bounds = sides ? [sides.long, Math.floor((sides.short * long) / short)] : [];
  return Math.min(SIDE_MAX, long, ...bounds);
}

/** @throws PictureUnreadable, PictureTooComplex, DrawingQueueFull; the reason of its signal */
async function recompressed(
  source: string | Buffer,
  { bytes: maxBytes, sides }: Omit<ImageLimits, 'types'>,
  { places, ...turn }: DrawingTurn,
): Promise<DrawnImage> {
  const pixelsMax = MEDIA.imagePixelsMax;
  const { width, height } = await places.draw('head', { source }, { ...turn, megapixels: HEAD_MEGAPIXELS });
  if (width * height > pixelsMax) throw new PictureUnreadable('It has too many pixels.');
  const largest = longestSide(width, height, sides);
  const megapixels = megapixelsOf(width, height);
  // A picture that is small from the start is tried at its own size.
  const smallest = Math.min(SIDE_MIN, largest);
  for (let side = largest; side >= smallest; side = Math.floor(side * SMALLER)) {
    for (const quality of QUALITIES) {
      // Each try takes a turn of its own, so a picture that needs many does not delay those of other owners.
      const drawn = await places.draw('jpeg', { source, side, quality, pixelsMax }, { ...turn, megapixels });
      if (drawn.data.length <= maxBytes)
        return { ...drawn, body: Buffer.from(drawn.data), type: 'image/jpeg' };
    }
  }
  throw new PictureUnreadable('No JPEG is small enough.');
}
