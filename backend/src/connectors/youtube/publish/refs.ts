import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { amountOf, textOf } from '../../kit/json.ts';

/** References that must survive a crash. The session's URL works as a password: `session` is its name in the vault. */
export type YouTubeRefs = Readonly<{
  contentHash: string;
  session: string;
  /** The first byte that the final call sends. */
  from: number;
  /** Present if an earlier attempt already completed the session. */
  videoId?: string;
}> &
  JsonObject;

/** Null if `refs` belong to other content, or are empty. */
export function refsOf(refs: PublishRefs | null, contentHash: string): YouTubeRefs | null {
  const session = textOf(refs?.['session']);
  if (refs === null || session === null || refs['contentHash'] !== contentHash) return null;
  const videoId = textOf(refs['videoId']);
  const from = amountOf(refs['from']) ?? 0;
  return { contentHash, session, from, ...(videoId !== null && { videoId }) };
}
