import type { PostCounts } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** Counts the posts of a user. */
export abstract class PostTotals {
  /** The number of all posts, and of the posts with each status. */
  abstract counts(userId: string): Promise<PostCounts>;

  /**
   * The number of posts for each platform. A post counts once per platform. Leaves out platforms without
   * posts.
   */
  abstract countsByPlatform(userId: string): Promise<Readonly<Partial<Record<Platform, number>>>>;

  /** The number of public posts: published on at least one account, not deleted there, and not archived. */
  abstract published(userId: string): Promise<number>;
}
