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
  type ReplyView,
} from '@posthorn/contracts/inbox/comments.http';
import { send } from '#lib/api-client.ts';

/** What a person can do with one comment. `replyId`: the same one again is the same reply. */
export type CommentOrder =
  | Readonly<{ do: 'mark'; status: 'read' | 'new' }>
  | Readonly<{ do: 'reply'; text: string; replyId: string; draftId?: string | undefined }>
  | Readonly<{ do: 'retry'; atOwnRisk?: boolean }>
  | Readonly<{ do: 'confirm'; permalink?: string }>
  | Readonly<{ do: 'check' | 'cancel' | 'hide' | 'unhide' | 'remove' | 'block' | 'unblock' }>;

/** Asks the server for it. */
export function give({ id }: CommentView, order: CommentOrder): Promise<CommentView> {
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

/** The comment as it is shown while the order is on its way. Nothing counts as sent or removed before there is proof. */
export function expected(comment: CommentView, order: CommentOrder): CommentView {
  switch (order.do) {
    case 'mark':
      return { ...comment, status: order.status };
    case 'reply':
      return { ...comment, reply: { ...sending(comment.reply), id: order.replyId, text: order.text } };
    case 'retry':
      return { ...comment, reply: { ...sending(comment.reply) } };
    case 'cancel':
      return { ...comment, reply: null };
    case 'hide':
      return { ...comment, hidden: comment.can.hide };
    case 'unhide':
      return { ...comment, hidden: false };
    case 'remove':
      return { ...comment, moderation: { action: 'remove', state: 'requested', problem: null } };
    case 'block':
      return { ...comment, blocked: true };
    case 'unblock':
      return { ...comment, blocked: false };
    case 'check':
    case 'confirm':
      return comment;
  }
}

const sending = (reply: ReplyView | null): ReplyView => ({
  ...(reply ?? { id: '', kind: 'manual', text: '', permalink: null, sentAt: null, stale: false }),
  state: 'sending',
  problem: null,
  until: null,
  reasons: [],
});
