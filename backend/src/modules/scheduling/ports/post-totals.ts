import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** How many posts people have. */
export abstract class PostTotals {
  /** How many in all, and in each part of their list. */
  abstract counts(userId: string): Promise<PostCounts>;

  /** How many go to a platform, or did, however many accounts they have there. Platforms without any are left out. */
  abstract countsByPlatform(userId: string): Promise<Readonly<Partial<Record<Platform, number>>>>;

  /** How many everybody sees: out on one account at least, neither archived nor taken off again. */
  abstract published(userId: string): Promise<number>;
}
