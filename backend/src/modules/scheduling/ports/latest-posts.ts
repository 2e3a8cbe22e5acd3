import type { PostView } from '@posthorn/contracts/scheduling/posts.http';

export abstract class LatestPosts {
  /** The posts of a person that are or were planned for the latest times, at most `limit`, the latest first. */
  abstract latest(userId: string, limit: number): Promise<readonly PostView[]>;
}
