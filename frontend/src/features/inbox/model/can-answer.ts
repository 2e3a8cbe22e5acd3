import type { CommentView } from '@posthorn/contracts/inbox/comments.http';

/** A new comment, or a read one without a reply, can be answered. A draft or a failed reply can be written again. */
export const canAnswer = ({ status, reply, gone, can }: CommentView): boolean =>
  can.reply === 'send' &&
  !gone &&
  (status === 'new' || status === 'read') &&
  (reply === null || reply.state === 'draft' || reply.state === 'failed' || reply.state === 'cancelled');

/** True for an open comment that the user can answer only on the platform's own page. */
export const canAnswerOnPlatformOnly = ({ status, gone, can, openUrl }: CommentView): boolean =>
  can.reply === 'open' && openUrl !== null && !gone && (status === 'new' || status === 'read');
