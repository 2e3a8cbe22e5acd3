import type { NoticeQuote } from '@posthorn/contracts/notifications/notices.http';
import type { Event } from '@posthorn/event-sourcing';

/** A comment arrived. `isBacklog`: the comment was old when Posthorn first read it. */
export type CommentReceivedEvent = Event<
  'CommentReceived',
  number,
  Readonly<{ commentId: number; accountId: number; ownerId: string; text: string; isBacklog: boolean }>
>;

/** The comments under a post whose ids are `since` or higher. `post`: a result of `CommentsToReport.postOf`. */
export type CommentsSince = Readonly<{ post: string; since: number }>;

/** `newest`: the newest new comment; null if there is none, or if its text is erased. */
export type NewCommentsUnder = Readonly<{ count: number; newest: NoticeQuote | null }>;

/** New comments, for the notices of their owners. */
export abstract class CommentsToReport {
  /**
   * Returns a key of the post of a comment, for a notice to the owner. Null if the owner needs no notice: the comment is not new any more,
   * or it is hidden.
   */
  abstract postOf(
    comment: Pick<CommentReceivedEvent['data'], 'commentId' | 'ownerId' | 'text'>,
  ): Promise<string | null>;

  /** Returns the new comments for each item, in the order of the items. Only the owner may see the texts. */
  abstract newUnder(ownerId: string, asked: readonly CommentsSince[]): Promise<readonly NewCommentsUnder[]>;
}
