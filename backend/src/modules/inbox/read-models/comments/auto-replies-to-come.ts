import type { ShownComment } from './comment-pages.ts';

/** Which comments get an automatic reply soon. The automatic replies implement it: they read comments themselves. */
export abstract class AutoRepliesToCome {
  /** By the id of the comment: when its reply is written. Replies that would wait for a person are left out. */
  abstract dueTimesOf(
    ownerId: string,
    comments: readonly ShownComment[],
  ): Promise<ReadonlyMap<number, string>>;
}
