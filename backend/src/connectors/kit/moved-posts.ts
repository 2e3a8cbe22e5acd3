import type { WatchedPost } from '../contract/comments.ts';

/**
 * The posts whose count of comments has moved since their thread was last read.
 * @param counts as the platform told them, by remote id; a post that it told nothing of may be gone, or not be shown yet: its thread tells
 */
export const movedPosts = (posts: readonly WatchedPost[], counts: ReadonlyMap<string, number>) =>
  posts.flatMap(({ remoteId, count: before }) => {
    const count = counts.get(remoteId) ?? 0;
    return count === (before ?? 0) ? [] : [{ remoteId, count }];
  });
