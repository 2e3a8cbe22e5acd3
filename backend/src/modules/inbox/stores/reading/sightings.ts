import type {
  CommentAccount,
  KnownComment,
  RemoteComment,
} from '#modules/integrations/ports/comments-of-accounts.ts';

/** By which way a comment was seen. */
export type SeenBy = 'news' | 'thread' | 'one';

/** The reading in which something was seen. `seenAt`: just before the platform was asked. `isFirstReading`: of this account; what is old comes in as read then. */
export type SeenIn = Readonly<{ by: SeenBy; seenAt: string; isFirstReading: boolean }>;

/** A comment by the number that it has here. */
export type RecordedComment = KnownComment & Readonly<{ commentId: number }>;

/** `isAll`: nothing more is recorded under the post. */
export type FirstUnder = Readonly<{ comments: readonly RecordedComment[]; isAll: boolean }>;
/** By the post's id on its platform, without posts under which nothing is recorded. */
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
