import type { WatchedPost } from '../contract/comments.ts';

/**
 * Returns the posts whose number of comments changed since the reader last read their thread.
 * @param counts the platform's counts by remote id. A post without a count may be deleted or not yet visible; here it has 0 comments.
 */
export const postsWithNewCounts = (posts: readonly WatchedPost[], counts: ReadonlyMap<string, number>) =>
  posts.flatMap(({ remoteId, count: before }) => {
    const count = counts.get(remoteId) ?? 0;
    return count === (before ?? 0) ? [] : [{ remoteId, count }];
  });
