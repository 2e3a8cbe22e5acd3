import type { CommentView, ReplyView } from '@posthorn/contracts/inbox/comments.http';

/** An action of the user on one comment. Two commands with the same `replyId` send one reply. */
export type CommentCommand =
  | Readonly<{ do: 'mark'; status: 'read' | 'new' }>
  | Readonly<{ do: 'reply'; text: string; replyId: string; draftId?: string | undefined }>
  | Readonly<{ do: 'retry'; atOwnRisk?: boolean }>
  | Readonly<{ do: 'confirm'; permalink?: string }>
  | Readonly<{ do: 'check' | 'cancel' | 'hide' | 'unhide' | 'remove' | 'block' | 'unblock' }>;

/** Returns the comment as it appears while the command runs. A reply is not yet "sent", and a comment not yet removed. */
export function expectedComment(comment: CommentView, command: CommentCommand): CommentView {
  switch (command.do) {
    case 'mark':
      return { ...comment, status: command.status };
    case 'reply':
      return { ...comment, reply: { ...sending(comment.reply), id: command.replyId, text: command.text } };
    case 'retry':
      return { ...comment, reply: { ...sending(comment.reply) } };
    case 'cancel':
      return { ...comment, reply: null };
    // `can.hide` is the place where this comment can be hidden: on the platform, or only in the inbox.
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

/** Returns the user's own text in a reply that the user has taken back; null: there is none. */
export const textTakenBack = ({ reply }: CommentView, after: CommentView): string | null =>
  reply?.kind === 'manual' && reply.state === 'waiting' && after.reply?.state === 'cancelled'
    ? reply.text
    : null;

const sending = (reply: ReplyView | null): ReplyView => ({
  ...(reply ?? { id: '', kind: 'manual', text: '', permalink: null, sentAt: null, stale: false }),
  state: 'sending',
  problem: null,
  until: null,
  reasons: [],
  reasonCodes: [],
});
