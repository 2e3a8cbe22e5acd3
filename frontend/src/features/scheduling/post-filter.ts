import { searchText } from '@posthorn/contracts/scheduling/post-search';
import {
  POST,
  POST_STATUSES,
  type PostStatus,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';

export const POST_FILTERS = ['all', ...POST_STATUSES] as const;
export type PostFilter = 'all' | PostStatus;

export const FILTER_TITLES: Readonly<Record<PostFilter, string>> = {
  all: 'Totals',
  scheduled: 'Scheduled',
  posted: 'Posted',
  failed: 'Failed',
};

/** The posts of one list, as the server chooses them. `words`: those of a search; none finds everything. */
export const isListed = (post: PostView, filter: PostFilter, words: readonly string[]): boolean => {
  if (filter !== 'all' && post.status !== filter) return false;
  const text = words.length > 0 ? searchText(post) : '';
  return words.every((word) => text.includes(word));
};

/** Sorts as the server does: what is still to come first, the next one on top; then what was, the latest on top. */
export function byPlace(one: PostView, other: PostView): number {
  const waits = one.status === 'scheduled';
  if (waits !== (other.status === 'scheduled')) return waits ? -1 : 1;
  // As instants: the texts of years of more than four digits do not sort.
  const later = Date.parse(one.scheduledFor) - Date.parse(other.scheduledFor) || one.id - other.id;
  return waits ? later : -later;
}

/** The free plan has room for no more scheduled posts. */
export const isFull = (scheduled: number, limited: boolean): boolean =>
  limited && scheduled >= POST.freeScheduledMax;
