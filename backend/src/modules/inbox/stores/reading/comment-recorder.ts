import type {
  CommentAccount,
  KnownComment,
  RemoteComment,
} from '#modules/integrations/ports/comments-of-accounts.ts';

/** The kind of request that returned a comment. */
export type SeenBy = 'news' | 'thread' | 'one';

/**
 * The reading that returned a comment. `seenAt`: the time just before the request to the platform. `isFirstReading`: the first one of this
 * account, in which old comments count as read.
 */
export type SeenIn = Readonly<{ by: SeenBy; seenAt: string; isFirstReading: boolean }>;

/** A stored comment with its number in Posthorn. */
export type RecordedComment = KnownComment & Readonly<{ commentId: number }>;

/** The first stored comments under a post. `isAll`: there are no more. */
export type FirstStoredComments = Readonly<{ comments: readonly RecordedComment[]; isAll: boolean }>;
/** By the post's id on its platform. Posts without stored comments are left out. */
export type StoredCommentsByPost = ReadonlyMap<string, FirstStoredComments>;

/** Records what readings find, and returns what was recorded before. Each call may be repeated. */
export abstract class CommentRecorder {
  /** Records the new ones among these. Returns how many were unknown. */
  abstract record(
    account: CommentAccount,
    comments: readonly RemoteComment[],
    seenIn: SeenIn,
  ): Promise<number>;
  /** Records that the platform no longer has these. */
  abstract gone(account: CommentAccount, keys: readonly string[], seenIn: SeenIn): Promise<void>;
  /**
   * The first page of comments under each of these posts, without own replies, in the order of their numbers. Comments that the
   * platform no longer has are left out.
   */
  abstract firstCommentsUnder(account: CommentAccount, postRemoteIds: readonly string[]): Promise<StoredCommentsByPost>;
  /**
   * Returns the recorded comments under a post that still exist, without own replies, in the order of their numbers. One call returns
   * one page. A page may be empty before the last one.
   * @param after only comments with a greater number
   */
  abstract under(
    account: CommentAccount,
    postRemoteId: string,
    after: number,
  ): AsyncIterable<readonly RecordedComment[]>;
}
