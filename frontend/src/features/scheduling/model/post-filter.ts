import { searchText } from '@posthorn/contracts/scheduling/post-search';
import { POST_LISTS, type PostList, type PostView } from '@posthorn/contracts/scheduling/posts.http';

const POST_FILTERS = ['all', ...POST_LISTS] as const;
export type ListFilter = 'all' | PostList;

/** Whether a list contains the post, by the rules of the server. `words`: the words of a search; an empty search finds all posts. */
export const isListed = (post: PostView, filter: ListFilter, words: readonly string[]): boolean => {
  if (!isIn(filter, post)) return false;
  const text = words.length > 0 ? searchText(post) : '';
  return words.every((word) => text.includes(word));
};

function isIn(filter: ListFilter, { status, attention, targets }: PostView): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failed':
      return targets.some((target) => target.status === 'failed');
    case 'attention':
      return attention;
    case 'scheduled':
    case 'posted':
      return status === filter;
  }
}

/** The lists that contain this post. */
export const filtersOf = (post: PostView): readonly ListFilter[] =>
  POST_FILTERS.filter((filter) => isIn(filter, post));

/** Compares like the server sorts: scheduled posts first, earliest first; then past posts, latest first. */
export function inListOrder(one: PostView, other: PostView): number {
  const isScheduled = one.status === 'scheduled';
  if (isScheduled !== (other.status === 'scheduled')) return isScheduled ? -1 : 1;
  // Compares instants, because texts of years with more than four digits do not sort.
  const difference = Date.parse(one.scheduledFor) - Date.parse(other.scheduledFor) || one.id - other.id;
  return isScheduled ? difference : -difference;
}

/** Whether the plan allows no more scheduled posts. `max`: null means no limit. */
export const isFull = (scheduled: number, max: number | null): boolean => max !== null && scheduled >= max;
