import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';

/** How many posts people have. Scheduling fills it. */
export abstract class PostTotals {
  /** How many in all, and in each part of their list. */
  abstract counts(userId: string): Promise<PostCounts>;

  /** How many everybody sees: out on one account at least, neither archived nor taken off again. */
  abstract published(userId: string): Promise<number>;
}
