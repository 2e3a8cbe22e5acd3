import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../contract/publication.ts';
import { textOf } from '../json.ts';

/** What must outlive a crash. `until`: when Snapchat forgets the file; `lost`: it has forgotten it. */
export type SnapchatRefs = Readonly<{ contentHash: string; mediaId: string; until: string; lost?: true }> &
  JsonObject;

/** Null when they are of another content, or of nothing yet. */
export function refsOf(refs: PublishRefs | null, contentHash: string): SnapchatRefs | null {
  const mediaId = textOf(refs?.['mediaId']);
  const until = textOf(refs?.['until']);
  if (mediaId === null || until === null || refs?.['contentHash'] !== contentHash) return null;
  return { contentHash, mediaId, until, ...(refs['lost'] === true && { lost: true }) };
}
