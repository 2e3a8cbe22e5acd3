import { createHash } from 'node:crypto';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { KnownComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { OutgoingReply } from '#modules/integrations/ports/replies-on-platforms.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import type { Reply } from '../../domain/comment/reply.ts';

/** What the product sends for a reply. All attempts send the same. */
export const outgoingReply = (
  { accountId, ownerId }: CommentId,
  comment: KnownComment,
  { replyId, text }: Reply,
): OutgoingReply => ({ replyId, accountId, ownerId, text, comment });

/** SHA-256 of the text, the id of the comment and the references that an attempt sends. */
export const fingerprintOf = ({ text, comment }: OutgoingReply, refs: JsonObject): string =>
  createHash('sha256')
    .update(JSON.stringify([text, comment.remoteId, refs]))
    .digest('hex');
