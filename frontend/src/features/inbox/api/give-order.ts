import {
  blockAuthor,
  cancelReply,
  checkReply,
  confirmReply,
  hideComment,
  markComment,
  removeComment,
  replyToComment,
  retryReply,
  unblockAuthor,
  unhideComment,
  type CommentView,
} from '@posthorn/contracts/inbox/comments.http';
import { send } from '#lib/api-client.ts';
import type { CommentOrder } from '../model/comment-order.ts';

/** Sends the order to the server. Returns the changed comment. */
export function giveOrder({ id }: CommentView, order: CommentOrder): Promise<CommentView> {
  const params = { id };
  switch (order.do) {
    case 'mark':
      return send(markComment, { status: order.status }, { params });
    case 'reply': {
      const { text, replyId, draftId } = order;
      const request = { status: 'manual_reply', replyText: text, replyId, ...(draftId && { draftId }) };
      return send(replyToComment, request, { params });
    }
    case 'retry':
      return send(retryReply, order.atOwnRisk ? { atOwnRisk: true } : {}, { params });
    case 'confirm':
      return send(confirmReply, order.permalink ? { permalink: order.permalink } : {}, { params });
    case 'check':
      return send(checkReply, undefined, { params });
    case 'cancel':
      return send(cancelReply, undefined, { params });
    case 'hide':
      return send(hideComment, undefined, { params });
    case 'unhide':
      return send(unhideComment, undefined, { params });
    case 'remove':
      return send(removeComment, undefined, { params });
    case 'block':
      return send(blockAuthor, undefined, { params });
    case 'unblock':
      return send(unblockAuthor, undefined, { params });
  }
}
