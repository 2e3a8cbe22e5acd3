import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { listOf, textOf } from '../../kit/json.ts';
import type { PublishRefs } from '../../contract/publication.ts';

/** What must outlive a crash. The key is the same for every attempt at this content; another text needs another one. */
export type MastodonRefs = Readonly<{
  contentHash: string;
  idempotencyKey: string;
  mediaIds: readonly string[];
  /** When the first of the files was uploaded; the server sweeps what no post uses. */
  uploadedAt?: string;
  /** The server no longer has the files, or has given them to a post already. */
  lost?: true;
  /** The server answers the key with the post of another publication. */
  taken?: true;
}> &
  JsonObject;

/** Null when they are of another content, or of nothing yet. */
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
