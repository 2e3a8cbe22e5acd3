import { createHash } from 'node:crypto';
import type { Digest } from '../comments/digests.ts';
import { replyIdOf } from '../../domain/comment/reply-id.ts';

const digestOf = (commentId: number): Buffer =>
  createHash('sha256')
    .update(`posthorn auto-reply turn ${String(commentId)}`)
    .digest();

/** The shortest and the longest wait, in milliseconds, from a comment until the model writes the automatic reply. */
export type AutoReplyDelays = Readonly<{ autoReplySoonest: number; autoReplyLatest: number }>;

/**
 * Milliseconds from a comment until the model writes the automatic reply. People do not reply immediately either.
 * A comment always gets the same value, so a restarted process does not start a new wait.
 */
export function autoReplyDelay(
  commentId: number,
  { autoReplySoonest, autoReplyLatest }: AutoReplyDelays,
): number {
  const share = digestOf(commentId).readUInt32BE(0) / 2 ** 32;
  return Math.round(autoReplySoonest + share * (autoReplyLatest - autoReplySoonest));
}

/**
 * Returns the UUID of the automatic reply to a comment. After a crash, the comment gets the same UUID. The digest uses the owner's key, so no client
 * can guess the UUID and use it for another reply.
 */
export const autoReplyIdOf = (digest: Digest, commentId: number): string =>
  replyIdOf(Buffer.from(digest('reply', commentId), 'base64url'));
