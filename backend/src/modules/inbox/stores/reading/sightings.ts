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

/** What readings hand on, and what they have to know of what was recorded before. Everything may be told more than once. */
export abstract class Sightings {
  /** Records what is new in these. Answers how many nobody knew. */
  abstract record(
    account: CommentAccount,
    comments: readonly RemoteComment[],
    seenIn: SeenIn,
  ): Promise<number>;
  /** These are not on the platform any more. */
  abstract gone(account: CommentAccount, keys: readonly string[], seenIn: SeenIn): Promise<void>;
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
