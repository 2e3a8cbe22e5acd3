import { videoLength } from '../../http/video-length.ts';
import { pullFile } from '../../http/pulled-file.ts';
import { isObject, textOf, type JsonRecord } from '../../http/json.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext, PostedMedia } from '../sandbox-platform.ts';
import { statusOf } from './media-routes.ts';
import { invalid, notFound, refusal } from './pinterest-refusal.ts';
import type { Pin, PinterestStore } from './pinterest-store.ts';
import { boardsOf } from './users.ts';

const TEXTS = { title: 100, description: 800, link: 2048, alt_text: 500 } as const;
const IMAGE_MAX = 20_000_000;
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const CAROUSEL = { min: 2, max: 5 };
const COVERS = ['cover_image_url', 'cover_image_data', 'cover_image_key_frame_time'];

export type NewPin = Omit<Pin, 'id' | 'createdAt'>;
type Files = Pick<NewPin, 'mediaKind' | 'files' | 'coverAt'>;

/** Checks the requested pin as the API does, and fetches its pictures from their URLs. @throws Refusal */
export async function newPinIn(
  body: JsonRecord,
  account: string,
  sandbox: SandboxContext,
  store: PinterestStore,
): Promise<NewPin> {
  const boardId = textOf(body['board_id']);
  if (boardId === null) throw invalid("Invalid request: 'board_id' is a required property");
  if (!boardsOf(account).some(({ id }) => id === boardId)) throw notFound('Board');
  const [title, description, link, altText] = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).map((name) =>
    checkedText(body, name),
  );
  if (link && !/^https?:\/\/\S+$/i.test(link)) throw invalid("Invalid request: 'link' is not a valid URL");
  const source = body['media_source'];
  if (!isObject(source)) throw invalid("Invalid request: 'media_source' is a required property");
  const files = await filesOf(source, altText ?? '', { account, sandbox, store });
  const texts = { title: title ?? null, description: description ?? null, link: link ?? null };
  return { account, boardId, ...texts, altText: altText ?? null, ...files };
}

function checkedText(body: JsonRecord, name: keyof typeof TEXTS): string | null {
  const value = body[name] ?? null;
  if (value !== null && typeof value !== 'string')
    throw invalid(`Invalid request: '${name}' must be a string`);
  if (value !== null && Array.from(value).length > TEXTS[name])
    throw invalid(`Invalid request: '${name}' is too long`);
  return value;
}

type Context = Readonly<{ account: string; sandbox: SandboxContext; store: PinterestStore }>;

async function filesOf(source: JsonRecord, alt: string, context: Context): Promise<Files> {
  switch (textOf(source['source_type']) ?? '') {
    case 'image_url':
      return { mediaKind: 'image', files: [toPostedMedia(await fetchImage(source, context), alt)] };
    case 'multiple_image_urls':
      return { mediaKind: 'multiple_images', files: await carouselFiles(source['items'], alt, context) };
    case 'video_id':
      return { mediaKind: 'video', ...(await videoFiles(source, alt, context)) };
    default:
      throw invalid("Invalid request: 'source_type' is not one that the sandbox knows");
  }
}

async function carouselFiles(items: unknown, alt: string, context: Context): Promise<readonly PostedMedia[]> {
  const { min, max } = CAROUSEL;
  if (!Array.isArray(items) || items.length < min || items.length > max)
    throw invalid(`Invalid request: 'items' must have between ${String(min)} and ${String(max)} entries`);
  const files: ReceivedBlob[] = [];
  for (const item of items as readonly unknown[])
    files.push(await fetchImage(isObject(item) ? item : {}, context));
  const shapes = await Promise.all(files.map((file) => shapeOf(file, context.sandbox)));
  if (Math.max(...shapes) > Math.min(...shapes) * 1.01)
    throw invalid('All images of a carousel must have the same aspect ratio.');
  return files.map((file) => toPostedMedia(file, alt));
}

async function fetchImage(item: JsonRecord, { sandbox }: Context): Promise<ReceivedBlob> {
  const pulled = await pullFile(textOf(item['url']) ?? '', sandbox.blobs, IMAGE_MAX);
  if (!pulled) throw refusal(400, 235, 'Sorry, we could not fetch the image.');
  if (!IMAGE_TYPES.includes(pulled.file.type ?? ''))
    throw refusal(400, 236, 'Your image is of a wrong type.');
  return pulled.file;
}

async function shapeOf({ sha256 }: ReceivedBlob, { blobs }: SandboxContext): Promise<number> {
  const blob = blobs.read(sha256);
  if (!blob) return 1;
  const { default: sharp } = await import('sharp');
  const { width, height } = await blob.stream().pipe(sharp()).metadata();
  return width / height;
}

async function videoFiles(
  source: JsonRecord,
  alt: string,
  context: Context,
): Promise<Pick<Files, 'files' | 'coverAt'>> {
  const media = context.store.media(textOf(source['media_id']) ?? '');
  if (media?.account !== context.account || media.file === null) throw notFound('Media');
  if (statusOf(media, context.sandbox.now()) !== 'succeeded')
    throw invalid('The video has not been processed yet.');
  const cover = COVERS.find((name) => source[name] !== undefined && source[name] !== null);
  if (cover === undefined) throw invalid('A video needs a cover image.');
  if (cover === 'cover_image_url') await fetchImage({ url: source[cover] }, context);
  const files = [{ ...media.file, alt }];
  if (cover !== 'cover_image_key_frame_time') return { files };
  const seconds = source[cover];
  const length = (await videoLength(media.file.sha256, context.sandbox.blobs)) ?? Infinity;
  if (typeof seconds !== 'number' || seconds < 0 || seconds * 1000 >= length)
    throw invalid(`Invalid request: '${cover}' is no moment of the video`);
  return { files, coverAt: Math.round(seconds * 1000) };
}

const toPostedMedia = ({ type, bytes, sha256 }: ReceivedBlob, alt: string): PostedMedia => ({
  type: type ?? 'application/octet-stream',
  bytes,
  sha256,
  alt,
});
