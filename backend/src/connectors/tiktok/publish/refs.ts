import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublishRefs } from '../../contract/publication.ts';
import { listOf, textOf } from '../../kit/json.ts';

/** A post that exists at TikTok, waiting for its bytes. `upload` names the address in the vault; `sent`: all bytes are there. */
export type VideoRefs = Readonly<{
  contentHash: string;
  publishId: string;
  upload: string;
  startedAt: string;
  sent: boolean;
  username: string | null;
  /** The address turned out to be dead. */
  gone?: true;
}> &
  JsonObject;

/** Photos that wait to be fetched. `lent` names their addresses in the vault, in the order of the post. */
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

/** Null when they are of another content, or of nothing yet. */
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

/** Null when they are of another content, or of nothing yet. */
export function photoRefsOf(refs: PublishRefs | null, contentHash: string): PhotoRefs | null {
  if (!isOf(refs, contentHash)) return null;
  const lentAt = textOf(refs['lentAt']);
  const lent = listOf(refs['lent']).filter((name) => typeof name === 'string');
  if (lentAt === null || lent.length === 0) return null;
  const commentDisabled = refs['commentDisabled'] === true;
  return { contentHash, lent, lentAt, commentDisabled, username: textOf(refs['username']) };
}
