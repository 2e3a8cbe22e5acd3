import type { CommentView } from '../inbox/comments.http.ts';
import type { ExternalCall, ExternalPage } from './posts.http.ts';

export const EXTERNAL_REPLIES = { pageLimit: 25, pageLimitMax: 100 } as const;

/** A comment that nobody has read or answered yet. */
export type WaitingComment = Pick<
  CommentView,
  | 'id'
  | 'postId'
  | 'platform'
  | 'accountId'
  | 'accountName'
  | 'commenterUsername'
  | 'commenterName'
  | 'commentText'
  | 'status'
  | 'sentiment'
  | 'createdAt'
  | 'permalink'
>;

/** The newest first; `?limit=` (25, 100 at most) `&cursor=`. */
export const waitingReplies: ExternalCall<void, ExternalPage<WaitingComment>> = {
  ...{ method: 'GET', path: '/api/external/replies', scope: 'comments:read' },
};
