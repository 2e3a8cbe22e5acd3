import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { listOf, textOf } from '../../kit/json.ts';
import type { PublishRefs } from '../../contract/publication.ts';

/** References that must survive a crash. All attempts with the same content use the same key. */
export type MastodonRefs = Readonly<{
  contentHash: string;
  idempotencyKey: string;
  mediaIds: readonly string[];
  /** When the first file was uploaded. The server deletes files that no post uses. */
  uploadedAt?: string;
  /** The server no longer has the files, or a post already uses them. */
  lost?: true;
  /** The post with this key belongs to another publication. */
  taken?: true;
}> &
  JsonObject;

/** Null if `refs` belong to other content, or are null. */
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
