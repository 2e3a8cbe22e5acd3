import type { CommentGroup } from '@posthorn/contracts/inbox/comments.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { titleOf } from './group-title.ts';

/** A group of comments: for a post of Posthorn the comments on all its accounts, else the comments of one foreign post. */
export type PostGroup = Pick<CommentGroup, 'key' | 'postId' | 'title' | 'total' | 'new' | 'latestAt'> &
  Readonly<{
    platforms: readonly Platform[];
    /** The number of hidden comments. Set only for a group whose comments are all hidden, which the server does not count. */
    hidden?: number;
    /** The groups of the server, each with one publication of the post. */
    publications: readonly Pick<CommentGroup, 'key' | 'total'>[];
  }>;

/** Returns the key of the heading for the comments of a publication. */
export const headingOf = (postId: number | null, publication: string): string =>
  postId === null ? publication : `post ${String(postId)}`;

/** Combines the groups of the server that belong to the same post. */
export function postGroups(groups: readonly CommentGroup[]): readonly PostGroup[] {
  const combined = new Map<string, PostGroup>();
  for (const group of groups) {
    const { key: publication, postId, platform, total, new: newCount, latestAt } = group;
    const key = headingOf(postId, publication);
    const before = combined.get(key);
    combined.set(key, {
      key,
      postId,
      title: titleOf(group, postId),
      platforms: [...new Set([...(before?.platforms ?? []), platform])],
      total: (before?.total ?? 0) + total,
      new: (before?.new ?? 0) + newCount,
      latestAt: before && Date.parse(before.latestAt) > Date.parse(latestAt) ? before.latestAt : latestAt,
      publications: [...(before?.publications ?? []), { key: publication, total }],
    });
  }
  return [...combined.values()];
}
