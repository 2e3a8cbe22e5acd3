import type { NoticeQuote } from '@posthorn/contracts/notifications/notices.http';
import type { Event } from '@posthorn/event-sourcing';

/** A comment arrived. `isBacklog`: it was already old. */
export type CommentReceivedEvent = Event<
  'CommentReceived',
  number,
  Readonly<{ commentId: number; accountId: number; ownerId: string; text: string; isBacklog: boolean }>
>;

/** Comments under a post whose ids are this one or above. `post`: as `CommentsToReport.postOf` names it. */
export type CommentsSince = Readonly<{ post: string; since: number }>;

/** `newest`: the newest of them; null where there is none, or where its words may not be kept. */
export type NewCommentsUnder = Readonly<{ count: number; newest: NoticeQuote | null }>;

/** New comments, for the notices of their owners. */
export abstract class CommentsToReport {
  /**
   * Names the post of a comment for a notice to its owner. Null when the owner has seen the comment already, or when their settings
   * hide it.
   */
  abstract postOf(
    comment: Pick<CommentReceivedEvent['data'], 'commentId' | 'ownerId' | 'text'>,
  ): Promise<string | null>;

  /** The new comments for each item, in the same order. The words are for the owner alone. */
  abstract newUnder(ownerId: string, asked: readonly CommentsSince[]): Promise<readonly NewCommentsUnder[]>;
}
