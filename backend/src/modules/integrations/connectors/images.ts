import { megapixelsOf, publishingDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { loadSharp } from '#infrastructure/media/drawing/load-sharp.ts';
import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';
import type { MediaItem } from './contract/publication.ts';

/** The stored file cannot be used: it is gone, or it is no picture. */
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

/** No platform wants more pixels than this; it also keeps one picture's memory bounded. */
const PIXELS_MAX = 33_000_000;
const SIDE_MAX = 4096;
const QUALITIES = [90, 80, 70] as const;
const SMALLER = 0.75;
const SIDE_MIN = 400;

/** The file as it is when the platform takes it so, else a JPEG that it takes. @throws MediaUnusable */
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
  const sharp = await loadSharp();
  try {
    return await recompressed(sharp, path, ownerId, limits);
  } catch (cause) {
    throw new MediaUnusable(`${item.mediaUrl} cannot be read`, { cause });
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
  path: string,
  owner: string,
  { bytes: maxBytes, sides }: ImageLimits,
): Promise<ReadyImage> {
  const { width, height } = await sharp(path).metadata();
  const largest = longestSide(width, height, sides);
  const megapixels = megapixelsOf(width, height);
  // A picture that is small from the beginning is tried as it is.
  const smallest = Math.min(SIDE_MIN, largest);
  for (let side = largest; side >= smallest; side = Math.floor(side * SMALLER)) {
    const picture = sharp(path, { failOn: 'error' })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    for (const quality of QUALITIES) {
      // Each try is a turn of its own: a picture that needs many does not hold up those of other owners.
      const { data, info } = await publishingDrawing.run({ owner, megapixels }, () =>
        picture.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true }),
      );
      if (data.length <= maxBytes)
        return { body: data, type: 'image/jpeg', width: info.width, height: info.height };
    }
  }
  throw new Error('No JPEG is small enough.');
}
