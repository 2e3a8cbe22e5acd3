import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { itemsShown, type Changes, type Page } from '#lib/paged-list.ts';
import { byPlace, isListed, type ListFilter } from './post-filter.ts';

/** A list as far as it is loaded, as the server would sort it by now: a post that changed is where it belongs, or gone. */
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

/** The page ends behind the place of this post. One beyond the last page comes with the pages after it. */
function reaches({ items, next }: Page<PostView>, post: PostView): boolean {
  const last = items.at(-1);
  return next === null || (last !== undefined && byPlace(post, last) <= 0);
}
