import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { fileTypeFromBuffer } from 'file-type';
import { megapixelsOf, publishingDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { DrawingQueueFull, type DrawingQueue } from '#infrastructure/media/drawing/drawing-queue.ts';
import { loadSharp } from '#infrastructure/media/drawing/load-sharp.ts';
import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';
import type { MediaItem } from './contract/publication.ts';

/** The stored file cannot be used: it is gone, it is no picture, or an animation that the platform does not take. */
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
/** Where the picture is drawn, and whose turn it takes. */
export type DrawingTurn = Readonly<{ queue: DrawingQueue; owner: string; signal?: AbortSignal }>;

/** What strangers may hand in: nothing that holds scripts or leads to other files, as drawings do. */
const TYPES_OF_STRANGERS: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
]);

/** No platform wants more pixels than this; it also keeps one picture's memory bounded. */
const PIXELS_MAX = 33_000_000;
const SIDE_MAX = 4096;
const GIF_TYPE = 'image/gif';
const QUALITIES = [90, 80, 70] as const;
const SMALLER = 0.75;
const SIDE_MIN = 400;

/**
 * The file as it is when the platform takes it so, else a JPEG that it takes. What moves is never made to stand still: the
 * precheck has told its writer.
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
  const sharp = await loadSharp();
  try {
    return await recompressed(sharp, path, limits, { queue: publishingDrawing, owner: ownerId });
  } catch (cause) {
    throw new MediaUnusable(`${item.mediaUrl} cannot be read`, { cause });
  }
}

/** Bytes of a stranger as a JPEG of ours, when they are a picture. @throws MediaUnusable, DrawingQueueFull */
export async function jpegOf(
  bytes: Buffer,
  limits: Omit<ImageLimits, 'types'>,
  turn: DrawingTurn,
): Promise<DrawnImage> {
  const type = await fileTypeFromBuffer(bytes);
  if (!TYPES_OF_STRANGERS.has(type?.mime ?? '')) throw new MediaUnusable('it is no picture');
  const sharp = await loadSharp();
  try {
    return await recompressed(sharp, bytes, limits, turn);
  } catch (cause) {
    if (cause instanceof DrawingQueueFull) throw cause;
    throw new MediaUnusable('the picture cannot be read', { cause });
  }
}

const isWithin = (width: number, height: number, sides: ImageLimits['sides']): boolean =>
  !sides || (Math.max(width, height) <= sides.long && Math.min(width, height) <= sides.short);

function longestSide(width: number, height: number, sides: ImageLimits['sides']): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const bounds = sides ? [sides.long, Math.floor((sides.short * long) / short)] : [];
  return Math.min(SIDE_MAX, long, ...bounds);
}

async function recompressed(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  source: string | Buffer,
  { bytes: maxBytes, sides }: Omit<ImageLimits, 'types'>,
  { queue, ...turn }: DrawingTurn,
): Promise<DrawnImage> {
  const { width, height } = await sharp(source).metadata();
  if (width * height > MEDIA.imagePixelsMax) throw new Error('The picture has too many pixels.');
  const largest = longestSide(width, height, sides);
  const megapixels = megapixelsOf(width, height);
  // A picture that is small from the beginning is tried as it is.
  const smallest = Math.min(SIDE_MIN, largest);
  for (let side = largest; side >= smallest; side = Math.floor(side * SMALLER)) {
    const picture = sharp(source, { failOn: 'error', limitInputPixels: MEDIA.imagePixelsMax })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    for (const quality of QUALITIES) {
      // Each try is a turn of its own: a picture that needs many does not hold up those of other owners.
      const { data, info } = await queue.run({ ...turn, megapixels }, () =>
        picture.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true }),
      );
      if (data.length <= maxBytes)
        return { body: data, type: 'image/jpeg', width: info.width, height: info.height };
    }
  }
  throw new Error('No JPEG is small enough.');
}
