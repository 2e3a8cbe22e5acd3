import type { Event } from '@posthorn/event-sourcing';

/** A comment came in. `isBacklog`: it was old already. */
export type CommentReceivedEvent = Event<
  'CommentReceived',
  number,
  Readonly<{ commentId: number; accountId: number; ownerId: string; text: string; isBacklog: boolean }>
>;

/** Comments under a post whose ids are this one or above. `post`: as `CommentsToTell.postOf` names it. */
export type CommentsSince = Readonly<{ post: string; since: number }>;

/** New comments, for the notices of their owners. */
export abstract class CommentsToTell {
  /**
   * Names the post under which a comment stands, if its owner is to be told of that comment: null when they have seen it already, or
   * when their settings keep it from them.
   */
  abstract postOf(
    comment: Pick<CommentReceivedEvent['data'], 'commentId' | 'ownerId' | 'text'>,
  ): Promise<string | null>;

  /** How many of each are still new, in the order in which they are asked for. */
  abstract countNew(ownerId: string, asked: readonly CommentsSince[]): Promise<readonly number[]>;
}
