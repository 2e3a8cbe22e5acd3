import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { itemsShown, type Changes, type Page } from '#lib/paged-list.ts';
import { inListOrder, isListed, type ListFilter } from './post-filter.ts';

/** Returns the loaded posts in the order of the server. A changed post moves to its new position, or leaves the list. */
export function postsShown(
  pages: readonly Page<PostView>[],
  changes: Changes<PostView>,
  filter: ListFilter,
  words: readonly string[],
): readonly PostView[] {
  const knownSince = (post: PostView) => pages.find((page) => reaches(page, post))?.since ?? Infinity;
  return itemsShown(pages, changes, knownSince)
    .filter((post) => isListed(post, filter, words))
    .toSorted(inListOrder);
}

/** Whether the position of this post is not after the end of the page. Positions after the last loaded page belong to later pages. */
function reaches({ items, next }: Page<PostView>, post: PostView): boolean {
  const last = items.at(-1);
  return next === null || (last !== undefined && inListOrder(post, last) <= 0);
}
