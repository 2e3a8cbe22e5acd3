import type { CommentGroup } from '@posthorn/contracts/inbox/comments.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** All comments of a post, on every account with it; or the comments of a post that Posthorn does not know. */
export type PostGroup = Pick<CommentGroup, 'key' | 'postId' | 'title' | 'total' | 'new' | 'latestAt'> &
  Readonly<{
    platforms: readonly Platform[];
    /** Set only for a group without server counts: all its comments are hidden. */
    hidden?: number;
    /** The groups for which the server has counts and pages. */
    publications: readonly Pick<CommentGroup, 'key' | 'total'>[];
  }>;

/** The key of the heading for a publication's comments. */
export const headingOf = (postId: number | null, publication: string): string =>
  postId === null ? publication : `post ${String(postId)}`;

/** The server's groups, with those of one post combined. */
export function postGroups(groups: readonly CommentGroup[]): readonly PostGroup[] {
  const found = new Map<string, PostGroup>();
  for (const { key: publication, postId, title, platform, total, new: fresh, latestAt } of groups) {
    const key = headingOf(postId, publication);
    const before = found.get(key);
    found.set(key, {
      key,
      postId,
      title,
      platforms: [...new Set([...(before?.platforms ?? []), platform])],
      total: (before?.total ?? 0) + total,
      new: (before?.new ?? 0) + fresh,
      latestAt: before && Date.parse(before.latestAt) > Date.parse(latestAt) ? before.latestAt : latestAt,
      publications: [...(before?.publications ?? []), { key: publication, total }],
    });
  }
  return [...found.values()];
}
