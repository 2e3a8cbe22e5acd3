import type { CommentView } from '@posthorn/contracts/inbox/comments.http';

/** On a comment that is new, or read and without a reply, one can be written; a draft or a failed one can be written anew. */
export const canAnswer = ({ status, reply, gone, can }: CommentView): boolean =>
  can.reply === 'send' &&
  !gone &&
  (status === 'new' || status === 'read') &&
  (reply === null || reply.state === 'draft' || reply.state === 'failed' || reply.state === 'cancelled');

/** The platform takes the answer on its own page only. */
export const opensElsewhere = ({ status, gone, can, openUrl }: CommentView): boolean =>
  can.reply === 'open' && openUrl !== null && !gone && (status === 'new' || status === 'read');
