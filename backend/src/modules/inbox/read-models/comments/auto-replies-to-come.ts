import type { ShownComment } from './comment-pages.ts';

/** Predicts automatic replies. An abstract class, because its implementation imports the read model of comments. */
export abstract class AutoRepliesToCome {
  /** Returns when the model writes the reply, by the id of the comment. Leaves out replies that would wait for a person. */
  abstract dueTimesOf(
    ownerId: string,
    comments: readonly ShownComment[],
  ): Promise<ReadonlyMap<number, string>>;
}
