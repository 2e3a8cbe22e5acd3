import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { itemsShown, type Changes, type Page } from '#lib/paged-list.ts';
import { byPlace, isListed, type ListFilter } from './post-filter.ts';

/** The loaded part of a list in the server's order: a changed post stands at its new place, or is left out. */
export function postsShown(
  pages: readonly Page<PostView>[],
  changes: Changes<PostView>,
  filter: ListFilter,
  words: readonly string[],
): readonly PostView[] {
  const knownSince = (post: PostView) => pages.find((page) => reaches(page, post))?.since ?? Infinity;
  return itemsShown(pages, changes, knownSince)
    .filter((post) => isListed(post, filter, words))
    .toSorted(byPlace);
}

/** Whether the page contains the place of this post. A place after the last page is left to later pages. */
function reaches({ items, next }: Page<PostView>, post: PostView): boolean {
  const last = items.at(-1);
  return next === null || (last !== undefined && byPlace(post, last) <= 0);
}
