import type {
  CommentAccount,
  KnownComment,
  RemoteComment,
} from '#modules/integrations/ports/comments-of-accounts.ts';

/** The kind of request that returned a comment. */
export type SeenBy = 'news' | 'thread' | 'one';

/**
 * The reading that returned a comment. `seenAt`: the time just before the request to the platform. `isFirstReading`: old comments count as
 * read, because no earlier reading could return them.
 */
export type SeenIn = Readonly<{ by: SeenBy; seenAt: string; isFirstReading: boolean }>;

/** A stored comment with its number in Posthorn. */
export type RecordedComment = KnownComment & Readonly<{ commentId: number }>;

/** The first stored comments under a post. `isAll`: the post has no further stored comments. */
export type FirstStoredComments = Readonly<{ comments: readonly RecordedComment[]; isAll: boolean }>;
/** Keys are the ids of posts on their platform. Contains no posts without stored comments. */
export type StoredCommentsByPost = ReadonlyMap<string, FirstStoredComments>;

/** Records what readings find, and returns comments that were recorded before. A repeated call does no harm. */
export abstract class CommentRecorder {
  /** Records new and changed comments, and replies of the owner. Returns the number of new comments. */
  abstract record(
    account: CommentAccount,
    comments: readonly RemoteComment[],
    seenIn: SeenIn,
  ): Promise<number>;
  /** Records that these comments are not on the platform any more. */
  abstract gone(account: CommentAccount, keys: readonly string[], seenIn: SeenIn): Promise<void>;
  /**
   * Returns the first page of stored comments under each of these posts, in the order of their numbers. Leaves out own replies, and comments that
   * are deleted or expired.
   */
  abstract firstCommentsUnder(
    account: CommentAccount,
    postRemoteIds: readonly string[],
  ): Promise<StoredCommentsByPost>;
  /**
   * Yields pages of stored comments under a post, in the order of their numbers. Leaves out own replies, and comments that are deleted or
   * expired. A page may be empty.
   * @param after the pages contain only comments with a greater number
   */
  abstract under(
    account: CommentAccount,
    postRemoteId: string,
    after: number,
  ): AsyncIterable<readonly RecordedComment[]>;
}
