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
import type { CommentCommand } from '../model/comment-command.ts';

/** Sends the command to the server. Returns the changed comment. */
export function sendCommand({ id }: CommentView, command: CommentCommand): Promise<CommentView> {
  const params = { id };
  switch (command.do) {
    case 'mark':
      return send(markComment, { status: command.status }, { params });
    case 'reply': {
      const { text, replyId, draftId } = command;
      const request = { status: 'manual_reply', replyText: text, replyId, ...(draftId && { draftId }) };
      return send(replyToComment, request, { params });
    }
    case 'retry':
      return send(retryReply, command.atOwnRisk ? { atOwnRisk: true } : {}, { params });
    case 'confirm':
      return send(confirmReply, command.permalink ? { permalink: command.permalink } : {}, { params });
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
