import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { objectOf, textOf } from '../../kit/json.ts';
import { storedCardIn, type StoredCard } from '../../kit/link-cards/stored-card.ts';
import type { PublishRefs } from '../../contract/publication.ts';

export const COLLECTION = 'app.bsky.feed.post';
/** One uploaded file (`blob`), and how clients show it. */
export type UploadedBlob = Readonly<{
  blob: JsonObject;
  alt: string;
  width: number | null;
  height: number | null;
}>;

const IMAGES_EMBED_MAX = 4;
const ratio = ({ width, height }: UploadedBlob): JsonObject =>
  width !== null && height !== null ? { aspectRatio: { width, height } } : {};

/** The embed for images. All clients show up to four images; more images need the newer gallery. */
export function imagesEmbed(images: readonly UploadedBlob[]): JsonObject {
  if (images.length <= IMAGES_EMBED_MAX) {
    const shown = images.map((image) => ({ image: image.blob, alt: image.alt, ...ratio(image) }));
    return { $type: 'app.bsky.embed.images', images: shown };
  }
  const items = images.map((image) => ({
    $type: 'app.bsky.embed.gallery#image',
    image: image.blob,
    alt: image.alt,
    // The gallery requires a ratio. A square replaces an unknown one.
    aspectRatio: { width: image.width ?? 1, height: image.height ?? 1 },
  }));
  return { $type: 'app.bsky.embed.gallery', items };
}

export const videoEmbed = (video: UploadedBlob): JsonObject => ({
  $type: 'app.bsky.embed.video',
  video: video.blob,
  ...(video.alt !== '' && { alt: video.alt }),
  ...ratio(video),
});

export const postRecord = (
  text: string,
  createdAt: Date,
  facets: readonly JsonObject[],
  embed: JsonObject | null,
  language: string | null,
): JsonObject => ({
  $type: COLLECTION,
  text,
  createdAt: createdAt.toISOString(),
  ...(language !== null && { langs: [language] }),
  ...(facets.length > 0 && { facets }),
  ...(embed && { embed }),
});

/** Attempts within this time send the same record. */
const SAME_RECORD_MS = 5 * 60_000;

/**
 * The stored record for another attempt. An old record gets the current time, or the new post would seem days old. The key stays the
 * same, and under one key the server accepts only one of the two records.
 */
export function withRecentTime(record: JsonObject, now: Date): JsonObject {
  const age = now.getTime() - Date.parse(textOf(record['createdAt']) ?? '');
  return age > SAME_RECORD_MS ? { ...record, createdAt: now.toISOString() } : record;
}

/** References that must survive a crash. The key never changes: all writes under one key make one post. */
export type BlueskyRefs = Readonly<{
  contentHash: string;
  rkey: string;
  record?: JsonObject;
  /** The card from the page behind the link. Absent until the page was read. */
  card?: StoredCard['card'];
  noCard?: NonNullable<StoredCard['noCard']>;
  /** When the files of the record were uploaded. The server deletes files that no post uses. */
  uploadedAt?: string;
  /** The server no longer has the files of the record. */
  lost?: true;
  /** The job of a video that is being processed. Null: an earlier job has ended. */
  videoJob?: Readonly<{ id: string; server: string }> | null;
}>;

/** Null if `refs` belong to other content, or are empty. */
export function refsOf(refs: PublishRefs | null, contentHash: string): BlueskyRefs | null {
  const rkey = textOf(refs?.['rkey']);
  if (refs === null || rkey === null || refs['contentHash'] !== contentHash) return null;
  const record = objectOf(refs['record']);
  const job = objectOf(refs['videoJob']);
  const uploadedAt = textOf(refs['uploadedAt']);
  return {
    contentHash,
    rkey,
    ...(record && { record }),
    ...storedCardIn(refs),
    ...(uploadedAt !== null && { uploadedAt }),
    ...(refs['lost'] === true && { lost: true }),
    ...(job && { videoJob: { id: textOf(job['id']) ?? '', server: textOf(job['server']) ?? '' } }),
  };
}

/** Whether both embeds are equal, so that the stored record is still valid. */
export const sameEmbed = (before: JsonValue | undefined, after: JsonObject | null): boolean =>
  JSON.stringify(sortKeys(before ?? null)) === JSON.stringify(sortKeys(after));

/** Sorts the keys, because stored JSON has its keys in a different order. */
function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sortKeys);
  const object = objectOf(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  );
}
