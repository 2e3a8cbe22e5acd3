import { checkSaid, type CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
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

/** The file cannot be used: for example it is not a readable picture, or an animation that the platform does not accept. */
export class MediaUnusable extends Error {
  override readonly name = 'MediaUnusable';
  /** Whether another try may succeed: the file is fine, but this machine could not read it. */
  readonly isTemporary: boolean;
  /** `problem`: a sentence of Posthorn, or as a text the message of the platform that refused the file. */
  constructor(
    readonly problem: CheckProblem<'media-rejected'> | string,
    { isTemporary = false, ...options }: ErrorOptions & Readonly<{ isTemporary?: boolean }> = {},
  ) {
    super(typeof problem === 'string' ? problem : problem.message, options);
    this.isTemporary = isTemporary;
  }
}

/** `sides`: the longer and the shorter side of a picture, in pixels. `pixels`: width times height, except of an animation. */
export type ImageLimits = Readonly<{
  bytes: number;
  types: readonly string[];
  sides?: Readonly<{ long: number; short: number }>;
  pixels?: number;
}>;
export type ReadyImage = Readonly<{
  body: FileBody | Buffer;
  type: string;
  width: number;
  height: number;
}>;

type DrawnImage = ReadyImage & Readonly<{ body: Buffer }>;
/** Where the picture is drawn, and the owner whose turn it is. */
export type DrawingTurn = Readonly<{ places: DrawingPlaces; owner: string; signal?: AbortSignal }>;

/** The picture types that Posthorn accepts from web pages. SVG is excluded, because it may contain scripts and links to other files. */
const TYPES_FROM_OUTSIDE: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
]);

/** No platform accepts more pixels. */
const PIXELS_MAX = 33_000_000;
const SIDE_MAX = 4096;
const GIF_TYPE = 'image/gif';
/** Stands for the name of a picture of a web page, which has no file here. */
const FROM_OUTSIDE = 'the picture of the page';
const QUALITIES = [90, 80, 70] as const;
const SHRINK_FACTOR = 0.75;
const SIDE_MIN = 400;

/**
 * Returns the file unchanged if the platform accepts it, else a JPEG that the platform accepts. An animation never becomes a still
 * picture: the precheck has already reported such a file to the author.
 * @throws MediaUnusable
 */
export async function fitImage(item: MediaItem, limits: ImageLimits): Promise<ReadyImage> {
  const { width, height, path, bytes, mimeType, ownerId } = item;
  const pixelsMax = mimeType === GIF_TYPE ? PIXELS_MAX : Math.min(limits.pixels ?? PIXELS_MAX, PIXELS_MAX);
  const hasFewPixels = width !== null && height !== null && width * height <= pixelsMax;
  if (
    hasFewPixels &&
    isWithin(width, height, limits.sides) &&
    bytes <= limits.bytes &&
    limits.types.includes(mimeType)
  ) {
    return { body: { path, bytes }, type: mimeType, width, height };
  }
  if (mimeType === GIF_TYPE)
    throw new MediaUnusable(checkSaid('media-rejected/animation', { file: item.mediaUrl }));
  return recompressed(path, limits, { places: publishingDrawing, owner: ownerId }).catch(
    throwUnusable(item.mediaUrl, isFaultOfMachine),
  );
}

/** Makes our own JPEG from a picture of a web page. @throws MediaUnusable, DrawingQueueFull; the abort reason of `turn.signal` */
export async function jpegOf(
  bytes: Buffer,
  limits: Omit<ImageLimits, 'types'>,
  turn: DrawingTurn,
): Promise<DrawnImage> {
  const type = await fileTypeFromBuffer(bytes);
  if (!TYPES_FROM_OUTSIDE.has(type?.mime ?? '')) throw unreadable(FROM_OUTSIDE);
  return recompressed(bytes, limits, turn).catch(throwUnusable(FROM_OUTSIDE));
}

const unreadable = (file: string, options?: ConstructorParameters<typeof MediaUnusable>[1]) =>
  new MediaUnusable(checkSaid('media-rejected/unreadable', { file }), options);

/** For a picture that the upload has drawn. Unless the decoder refuses it, the disk, the memory or the load of this machine is the cause. */
const isFaultOfMachine = (cause: PictureUnreadable | PictureTooComplex): boolean =>
  cause instanceof PictureTooComplex || cause.code !== undefined;

const throwUnusable =
  (file: string, isTemporary: typeof isFaultOfMachine = () => false) =>
  (cause: unknown): never => {
    const isOfPicture = cause instanceof PictureUnreadable || cause instanceof PictureTooComplex;
    throw isOfPicture ? unreadable(file, { cause, isTemporary: isTemporary(cause) }) : cause;
  };

const isWithin = (width: number, height: number, sides: ImageLimits['sides']): boolean =>
  !sides || (Math.max(width, height) <= sides.long && Math.min(width, height) <= sides.short);

/** The longest side of a picture with at most this number of pixels, even if its shorter side is rounded up. */
const longestWithin = (pixels: number, ratio: number): number =>
  Math.floor((Math.sqrt(0.25 + 4 * ratio * pixels) - 0.5) / (2 * ratio));

function longestSide(
  width: number,
  height: number,
  { sides, pixels }: Pick<ImageLimits, 'sides' | 'pixels'>,
): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const bounds = [
    ...(sides ? [sides.long, Math.floor((sides.short * long) / short)] : []),
    ...(pixels === undefined || width * height <= pixels ? [] : [longestWithin(pixels, short / long)]),
  ];
  return Math.min(SIDE_MAX, long, ...bounds);
}

/** @throws PictureUnreadable, PictureTooComplex, DrawingQueueFull; the abort reason of `turn.signal` */
async function recompressed(
  source: string | Buffer,
  { bytes: maxBytes, ...bounds }: Omit<ImageLimits, 'types'>,
  { places, ...turn }: DrawingTurn,
): Promise<DrawnImage> {
  const pixelsMax = MEDIA.imagePixelsMax;
  const { width, height } = await places.draw('head', { source }, { ...turn, megapixels: HEAD_MEGAPIXELS });
  if (width * height > pixelsMax) throw new PictureUnreadable('It has too many pixels.');
  const largest = longestSide(width, height, bounds);
  const megapixels = megapixelsOf(width, height);
  // A picture that is already small is tried at its own size.
  const smallest = Math.min(SIDE_MIN, largest);
  for (let side = largest; side >= smallest; side = Math.floor(side * SHRINK_FACTOR)) {
    for (const quality of QUALITIES) {
      // Each attempt waits for a new turn. So a picture that needs many attempts does not delay the pictures of other owners.
      const drawn = await places.draw('jpeg', { source, side, quality, pixelsMax }, { ...turn, megapixels });
      if (drawn.data.length <= maxBytes)
        return { ...drawn, body: Buffer.from(drawn.data), type: 'image/jpeg' };
    }
  }
  throw new PictureUnreadable('No JPEG is small enough.');
}
