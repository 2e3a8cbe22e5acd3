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
export type FirstUnder = Readonly<{ comments: readonly RecordedComment[]; isAll: boolean }>;
/** By the post's id on its platform. Posts without stored comments are left out. */
export type RecordedUnder = ReadonlyMap<string, FirstUnder>;

/** What readings hand on, and what they have to know of what was recorded before. Everything may be told more than once. */
export abstract class CommentRecorder {
  /** Records what is new in these. Answers how many nobody knew. */
  abstract record(
    account: CommentAccount,
    comments: readonly RemoteComment[],
    seenIn: SeenIn,
  ): Promise<number>;
  /** These are not on the platform any more. */
  abstract gone(account: CommentAccount, keys: readonly string[], seenIn: SeenIn): Promise<void>;
  /**
   * The first page of comments under each of these posts, without own replies, in the order of their numbers. Comments that the
   * platform no longer has are left out.
   */
  abstract firstUnder(account: CommentAccount, postRemoteIds: readonly string[]): Promise<RecordedUnder>;
  /**
   * What is recorded under a post and counts as there, own replies left out; in the order of their numbers, a page at a time. A page
   * may be empty before the last one.
   * @param after only comments with a greater number
   */
  abstract under(
    account: CommentAccount,
    postRemoteId: string,
    after: number,
  ): AsyncIterable<readonly RecordedComment[]>;
}
