import { createHash } from 'node:crypto';
import type { Digest } from '../comments/digests.ts';
import { replyIdOf } from '../../domain/comment/reply-id.ts';

const digestOf = (commentId: number): Buffer =>
  createHash('sha256')
    .update(`posthorn auto-reply turn ${String(commentId)}`)
    .digest();

/** The shortest and the longest wait from a comment until its automatic reply is written, in milliseconds. */
export type AutoReplyDelays = Readonly<{ autoReplySoonest: number; autoReplyLatest: number }>;

/**
 * Milliseconds from the comment until its automatic reply is written: people do not answer at once either.
 * The value is the same for the same comment, so that a restarted process does not start a new wait.
 */
export function autoReplyDelay(
  commentId: number,
  { autoReplySoonest, autoReplyLatest }: AutoReplyDelays,
): number {
  const share = digestOf(commentId).readUInt32BE(0) / 2 ** 32;
  return Math.round(autoReplySoonest + share * (autoReplyLatest - autoReplySoonest));
}

/**
 * The UUID of the one automatic reply to a comment. It is the same again after a crash. Its digest needs the owner's key, so that no
 * client can use that id before the reply is there.
 */
export const autoReplyIdOf = (digest: Digest, commentId: number): string =>
  replyIdOf(Buffer.from(digest('reply', commentId), 'base64url'));
