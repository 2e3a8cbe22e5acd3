import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { listOf, textOf } from '../../kit/json.ts';
import type { PublishRefs } from '../../contract/publication.ts';

/** References that must survive a crash. The key is the same for each attempt at this content; another text needs another key. */
export type MastodonRefs = Readonly<{
  contentHash: string;
  idempotencyKey: string;
  mediaIds: readonly string[];
  /** When the first file was uploaded. The server deletes files that no post uses. */
  uploadedAt?: string;
  /** The server no longer has the files, or has given them to a post already. */
  lost?: true;
  /** The server answers the key with the post of another publication. */
  taken?: true;
}> &
  JsonObject;

/** Null when they belong to other content, or are empty. */
export function refsOf(refs: PublishRefs | null, contentHash: string): MastodonRefs | null {
  const idempotencyKey = textOf(refs?.['idempotencyKey']);
  if (refs === null || idempotencyKey === null || refs['contentHash'] !== contentHash) return null;
  const uploadedAt = textOf(refs['uploadedAt']);
  const mediaIds = listOf(refs['mediaIds']).filter((id) => typeof id === 'string');
  return {
    contentHash,
    idempotencyKey,
    mediaIds,
    ...(uploadedAt !== null && { uploadedAt }),
    ...(refs['lost'] === true && { lost: true }),
    ...(refs['taken'] === true && { taken: true }),
  };
}
