import type { CommentView } from '../inbox/comments.http.ts';
import type { ExternalCall, ExternalPage } from './posts.http.ts';

export const EXTERNAL_REPLIES = { pageLimit: 25, pageLimitMax: 100 } as const;

/** A comment that is not read and not answered. */
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

/** A comment and its reply; null: no reply was requested. Without the scope `comments:read`, the text and the author are empty. */
export type ExternalComment = WaitingComment & Pick<CommentView, 'reply'>;

export type ReplyRequest = Readonly<{ replyText: string }>;
export type MarkCommentRequest = Readonly<{ status: 'read' | 'new' }>;

/** The newest first; `?limit=` (default 25, at most 100) `&cursor=`. */
export const waitingReplies: ExternalCall<void, ExternalPage<WaitingComment>> = {
  method: 'GET',
  path: '/api/external/replies',
  scope: 'comments:read',
};
/**
 * As `replyToComment`: waits up to 5 s for proof, 200 with `state` `sent`, otherwise 202. May have the header `Idempotency-Key`, valid for this
 * comment: the same text with the same key returns the same reply. Another text is 422 `scheduling.idempotency-key-reused`. A
 * refused request does not use up the key.
 */
export const replyExternally: ExternalCall<ReplyRequest, ExternalComment> = {
  method: 'POST',
  path: '/api/external/comments/:id/reply',
  scope: 'comments:write',
};
/** As `markComment`. */
export const markExternally: ExternalCall<MarkCommentRequest, ExternalComment> = {
  method: 'PATCH',
  path: '/api/external/comments/:id',
  scope: 'comments:write',
};
