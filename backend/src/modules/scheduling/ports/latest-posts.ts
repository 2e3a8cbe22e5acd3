import type { PostView } from '@posthorn/contracts/scheduling/posts.http';

export abstract class LatestPosts {
  /** The user's posts with the latest scheduled times, at most `limit`, the latest first. */
  abstract latest(userId: string, limit: number): Promise<readonly PostView[]>;
}
