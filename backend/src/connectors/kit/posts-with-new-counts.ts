import type { WatchedPost } from '../contract/comments.ts';

/**
 * The posts whose number of comments changed since their thread was last read.
 * @param counts the platform's counts by remote id. A post without a count may be deleted or not yet shown; reading its thread decides.
 */
export const postsWithNewCounts = (posts: readonly WatchedPost[], counts: ReadonlyMap<string, number>) =>
  posts.flatMap(({ remoteId, count: before }) => {
    const count = counts.get(remoteId) ?? 0;
    return count === (before ?? 0) ? [] : [{ remoteId, count }];
  });
