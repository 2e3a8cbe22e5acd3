import { createHash } from 'node:crypto';

/**
 * The id of the reply that an Idempotency-Key asks for: the same one each time, so that nothing has to be kept for it. At another
 * comment, or sent by somebody else, the key is another one.
 */
export function replyOfKey(userId: string, commentId: number, key: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([userId, commentId, key]))
    .digest()
    .subarray(0, 16);
  // A UUID of version 8: by a rule of one's own.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
