import type { CommentView } from '@posthorn/contracts/inbox/comments.http';

/** Whether the user can write a reply: the comment is new or read, and its reply is missing, a draft, failed or cancelled. */
export const canAnswer = ({ status, reply, gone, can }: CommentView): boolean =>
  can.reply === 'send' &&
  !gone &&
  (status === 'new' || status === 'read') &&
  (reply === null || reply.state === 'draft' || reply.state === 'failed' || reply.state === 'cancelled');

/** Whether the user can reply only on a page of the platform. */
export const canAnswerOnPlatformOnly = ({ status, gone, can, openUrl }: CommentView): boolean =>
  can.reply === 'open' && openUrl !== null && !gone && (status === 'new' || status === 'read');
