import { isObject, type JsonRecord } from '../../http/json.ts';
import type { VideoResource } from './youtube-store.ts';
import { refusal } from './youtube-refusal.ts';

const PRIVACY: readonly unknown[] = ['public', 'unlisted', 'private'];
const TAGS_MAX = 500;

/** Checks a video's metadata (developers.google.com/youtube/v3/docs/videos/insert#errors). @throws Refusal 400 */
export function readResource(body: JsonRecord | null): VideoResource {
  const snippet = partOf(body, 'snippet');
  const status = partOf(body, 'status');
  const { title, description = '', tags = [], categoryId = '22' } = snippet;
  if (
    typeof title !== 'string' ||
    title.trim() === '' ||
    characterCount(title) > 100 ||
    hasAngleBrackets(title)
  )
    throw refusal(400, 'invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  if (
    typeof description !== 'string' ||
    Buffer.byteLength(description) > 5000 ||
    hasAngleBrackets(description)
  )
    throw refusal(400, 'invalidDescription', 'The request metadata specifies an invalid video description.');
  if (!isTags(tags))
    throw refusal(400, 'invalidTags', 'The request metadata specifies invalid video keywords.');
  if (typeof categoryId !== 'string' || !/^\d+$/.test(categoryId))
    throw refusal(
      400,
      'invalidCategoryId',
      'The snippet.categoryId property specifies an invalid category ID.',
    );
  const { privacyStatus = 'public', selfDeclaredMadeForKids, containsSyntheticMedia = false } = status;
  if (!PRIVACY.includes(privacyStatus) || typeof containsSyntheticMedia !== 'boolean')
    throw refusal(400, 'invalidVideoMetadata', 'The request metadata is invalid.');
  if (typeof selfDeclaredMadeForKids !== 'boolean')
    throw refusal(400, 'invalidVideoMetadata', 'status.selfDeclaredMadeForKids is missing.');
  return {
    title,
    description,
    tags,
    categoryId,
    privacyStatus: privacyStatus as string,
    madeForKids: selfDeclaredMadeForKids,
    containsSyntheticMedia,
  };
}

function partOf(body: JsonRecord | null, name: string): JsonRecord {
  const value = body?.[name] ?? {};
  if (!isObject(value)) throw refusal(400, 'invalidVideoMetadata', 'The request metadata is invalid.');
  return value;
}

const characterCount = (text: string): number => Array.from(text).length;
const hasAngleBrackets = (text: string): boolean => /[<>]/.test(text);
const isTags = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.every((tag) => typeof tag === 'string') &&
  value.reduce((sum, tag) => sum + tag.length, 0) <= TAGS_MAX;
