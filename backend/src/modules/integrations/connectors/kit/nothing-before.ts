import type { CommentConnector } from '../contract/comments.ts';

/** Where nothing comes before the call that replies: its answer tells of a comment that is gone. */
export const nothingBefore: CommentConnector['prepareReply'] = (_access, { replyId }) =>
  Promise.resolve({ kind: 'prepared', refs: { replyId } });
