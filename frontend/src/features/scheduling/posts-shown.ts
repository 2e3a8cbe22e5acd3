import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { byPlace, isListed, type PostFilter } from './post-filter.ts';

/** `next`: the cursor of the page after it. `since`: how many changes were known when it was asked for. */
export type PostsPage = Readonly<{ posts: readonly PostView[]; next: string | null; since: number }>;
/** A post as somebody last heard of it; null: it is gone. `at`: the number of this change. */
type PostChange = Readonly<{ post: PostView | null; at: number }>;
/** By the id of the post. */
export type PostChanges = ReadonlyMap<number, PostChange>;

/**
 * A list as far as it is loaded, with what has changed since each of its pages was asked for: a post that changed is where
 * it belongs now, or gone. So no page is asked for again because of one post, and a page that was on its way meanwhile
 * brings back nothing old.
 */
export function postsShown(
  pages: readonly PostsPage[],
  changes: PostChanges,
  filter: PostFilter,
  words: readonly string[],
): readonly PostView[] {
  const found = new Map<number, Readonly<{ post: PostView; since: number }>>();
  for (const { posts, since } of pages)
    for (const post of posts) {
      // It may have moved from one page to the other in between.
      const before = found.get(post.id);
      if (!before || before.since <= since) found.set(post.id, { post, since });
    }
  const kept = [...found.values()].filter(({ post, since }) => (changes.get(post.id)?.at ?? 0) <= since);
  const moved = [...changes.values()].flatMap(({ post, at }) => {
    const page = post && pages.find((one) => reaches(one, post));
    return page && at > page.since ? [post] : [];
  });
  return [...kept.map(({ post }) => post), ...moved]
    .filter((post) => isListed(post, filter, words))
    .sort(byPlace);
}

/** The page ends behind the place of this post. One beyond the last page comes with the pages after it. */
function reaches({ posts, next }: PostsPage, post: PostView): boolean {
  const last = posts.at(-1);
  return next === null || (last !== undefined && byPlace(post, last) <= 0);
}
