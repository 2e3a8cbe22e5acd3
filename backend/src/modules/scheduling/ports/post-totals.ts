import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** How many posts a user has. */
export abstract class PostTotals {
  /** How many posts in all, and in each part of the list. */
  abstract counts(userId: string): Promise<PostCounts>;

  /** How many posts go or went to each platform; each counts once per platform. Platforms without posts are left out. */
  abstract countsByPlatform(userId: string): Promise<Readonly<Partial<Record<Platform, number>>>>;

  /** How many posts are public: published on at least one account, neither archived nor deleted from it. */
  abstract published(userId: string): Promise<number>;
}
