import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, textOf } from '../../kit/json.ts';

/**
 * References to a post that TikTok has created and whose video is being uploaded. `upload`: the name of the upload URL in the
 * vault. `sent`: TikTok has received all bytes.
 */
export type VideoRefs = Readonly<{
  contentHash: string;
  publishId: string;
  upload: string;
  startedAt: string;
  sent: boolean;
  username: string | null;
  /** The upload URL no longer works. */
  gone?: true;
}> &
  JsonObject;

/** References to photos that TikTok will fetch. `lent`: the names of their URLs in the vault, in the order of the post. */
export type PhotoRefs = Readonly<{
  contentHash: string;
  lent: readonly string[];
  lentAt: string;
  commentDisabled: boolean;
  username: string | null;
}> &
  JsonObject;

const isOf = (refs: PublishRefs | null, contentHash: string): refs is PublishRefs =>
  refs !== null && refs['contentHash'] === contentHash;

/** Null: there are no references, or they belong to other content. */
export function videoRefsOf(refs: PublishRefs | null, contentHash: string): VideoRefs | null {
  if (!isOf(refs, contentHash)) return null;
  const [publishId, upload, startedAt] = ['publishId', 'upload', 'startedAt'].map((name) =>
    textOf(refs[name]),
  );
  if (!publishId || !upload || !startedAt) return null;
  const sent = refs['sent'] === true;
  return {
    contentHash,
    publishId,
    upload,
    startedAt,
    sent,
    username: textOf(refs['username']),
    ...(refs['gone'] === true && { gone: true }),
  };
}

/** Null: there are no references, or they belong to other content. */
export function photoRefsOf(refs: PublishRefs | null, contentHash: string): PhotoRefs | null {
  if (!isOf(refs, contentHash)) return null;
  const lentAt = textOf(refs['lentAt']);
  const lent = listOf(refs['lent']).filter((name) => typeof name === 'string');
  if (lentAt === null || lent.length === 0) return null;
  const commentDisabled = refs['commentDisabled'] === true;
  return { contentHash, lent, lentAt, commentDisabled, username: textOf(refs['username']) };
}
