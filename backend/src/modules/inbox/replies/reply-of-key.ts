import { createHash } from 'node:crypto';
import { replyIdOf } from './reply-id.ts';

/**
 * The id of the reply that an Idempotency-Key asks for: the same one each time, so that nothing has to be kept for it. At another
 * comment, or sent by somebody else, the key is another one.
 */
export function replyOfKey(userId: string, commentId: number, key: string): string {
  const asked = JSON.stringify([userId, commentId, key]);
  return replyIdOf(createHash('sha256').update(asked).digest());
}
