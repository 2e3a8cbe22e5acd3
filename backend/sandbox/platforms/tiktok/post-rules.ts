import type { Exchange } from '../../http/exchange.ts';
import { isObject, textOf, type JsonRecord } from '../../http/json.ts';
import { mayBePulled } from '../../http/pulled-file.ts';
import type { Creators } from './creators.ts';
import { invalidParams, refusal } from './tiktok-refusal.ts';
import type { PostInfo } from './tiktok-store.ts';

const MB = 1_000_000;
const VIDEO_BYTES_MAX = 4_000 * MB;
/** TikTok does not document how large its megabyte is. The limits use the more lenient meaning. */
const CHUNK_MIN = 5 * MB;
const CHUNK_MAX = 64 * 1_048_576;
const LAST_CHUNK_MAX = 128 * 1_048_576;
const CHUNKS_MAX = 1000;
const PHOTOS_MAX = 35;
const TITLE_MAX = { video: 2200, photo: 90 };
const DESCRIPTION_MAX = 4000;
const INT32_MAX = 2 ** 31 - 1;
/** The path of the URL that an operator verifies for the app: the folder from which the product serves media. */
const VERIFIED_PATH = '/media/lent/';

/** @throws Refusal 400 */
export async function jsonBody(exchange: Exchange): Promise<JsonRecord> {
  if (exchange.contentType !== 'application/json')
    throw invalidParams('Content-Type must be application/json; charset=UTF-8.');
  const body = await exchange.json();
  if (!body) throw invalidParams('The request body is no JSON object.');
  return body;
}

export const objectIn = (body: JsonRecord, name: string): JsonRecord => {
  const value = body[name];
  if (!isObject(value)) throw invalidParams(`${name} is missing.`);
  return value;
};

/** @throws Refusal */
export function checkedInfo(
  info: JsonRecord,
  kind: 'video' | 'photo',
  account: string,
  creators: Creators,
): PostInfo {
  const privacyLevel = textOf(info['privacy_level']);
  if (privacyLevel === null || !creators.levelsOf(account).includes(privacyLevel))
    throw refusal(
      403,
      'privacy_level_option_mismatch',
      'privacy_level is not specified or not among the options of the creator_info API.',
    );
  creators.checkMayPost(account, privacyLevel);
  if (info['brand_content_toggle'] === true && privacyLevel === 'SELF_ONLY')
    throw invalidParams('Branded content cannot be private.');
  if (creators.isCommentDisabled(account) && info['disable_comment'] !== true)
    throw invalidParams('The creator has disabled comments.');
  const title = textOf(info['title']) ?? '';
  const description = textOf(info['description']) ?? '';
  if (title.length > TITLE_MAX[kind]) throw invalidParams('title is too long.');
  if (description.length > DESCRIPTION_MAX) throw invalidParams('description is too long.');
  const coverAt = kind === 'video' ? (info['video_cover_timestamp_ms'] ?? null) : null;
  if (coverAt === null) return { title, description, privacyLevel };
  if (typeof coverAt !== 'number' || !Number.isInteger(coverAt) || coverAt < 0 || coverAt > INT32_MAX)
    throw invalidParams('video_cover_timestamp_ms is invalid.');
  return { title, description, privacyLevel, coverAt };
}

/** Checks the rules of TikTok's media transfer guide. @throws Refusal 400 */
export function checkedChunks(
  source: JsonRecord,
): Readonly<{ size: number; chunkSize: number; chunks: number }> {
  if (source['source'] !== 'FILE_UPLOAD')
    throw invalidParams('The sandbox takes videos by FILE_UPLOAD only.');
  const [size, chunkSize, chunks] = ['video_size', 'chunk_size', 'total_chunk_count'].map((name) => {
    const value = source[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
      throw invalidParams(`${name} must be a whole number above zero.`);
    return value;
  }) as [number, number, number];
  if (size > VIDEO_BYTES_MAX) throw invalidParams('The video is larger than 4 GB.');
  if (chunks !== Math.floor(size / chunkSize) || chunks > CHUNKS_MAX)
    throw invalidParams('The total chunk count is invalid.');
  if (size < CHUNK_MIN ? chunkSize !== size : chunkSize < CHUNK_MIN || chunkSize > CHUNK_MAX)
    throw invalidParams('The chunk size is invalid.');
  if (size - chunkSize * (chunks - 1) > LAST_CHUNK_MAX) throw invalidParams('The last chunk is too large.');
  return { size, chunkSize, chunks };
}

/** @throws Refusal */
export function checkedPhotos(source: JsonRecord): readonly string[] {
  if (source['source'] !== 'PULL_FROM_URL') throw invalidParams('Photos are pulled from a URL.');
  const given: unknown = source['photo_images'];
  const urls = Array.isArray(given) ? given.filter((url) => typeof url === 'string') : [];
  if (urls.length === 0 || urls.length > PHOTOS_MAX || (given as unknown[]).length !== urls.length)
    throw invalidParams(`photo_images must name 1 to ${String(PHOTOS_MAX)} photos.`);
  const cover = source['photo_cover_index'] ?? 0;
  if (typeof cover !== 'number' || urls[cover] === undefined)
    throw invalidParams('photo_cover_index is invalid.');
  for (const url of urls) {
    if (!mayBePulled(url) || !new URL(url).pathname.startsWith(VERIFIED_PATH))
      throw refusal(
        403,
        'url_ownership_unverified',
        'Please review our URL ownership verification rules at https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide#pull_from_url',
      );
  }
  return urls;
}
