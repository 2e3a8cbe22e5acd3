import { createHash } from 'node:crypto';

const digestOf = (commentId: number, use: string): Buffer =>
  createHash('sha256')
    .update(`posthorn auto-reply ${use} ${String(commentId)}`)
    .digest();

/**
 * Milliseconds from the comment until its automatic reply is written: nobody reads and answers at once. The same for the same comment,
 * so that a process that begins anew does not begin to wait anew.
 */
export function turnAfter(
  commentId: number,
  { autoReplySoonest, autoReplyLatest }: Readonly<{ autoReplySoonest: number; autoReplyLatest: number }>,
): number {
  const share = digestOf(commentId, 'turn').readUInt32BE(0) / 2 ** 32;
  return Math.round(autoReplySoonest + share * (autoReplyLatest - autoReplySoonest));
}

/** The UUID of the one automatic reply to a comment: whoever goes on after a crash means the same reply. */
export function autoReplyIdOf(commentId: number): string {
  const bytes = digestOf(commentId, 'reply').subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
