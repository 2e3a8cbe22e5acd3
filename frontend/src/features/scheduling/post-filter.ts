import { POST, type PostStatus, type PostView } from '@posthorn/contracts/scheduling/posts.http';

export const POST_FILTERS = ['all', 'scheduled', 'posted', 'failed'] as const;
export type PostFilter = 'all' | PostStatus;

export const FILTER_TITLES: Readonly<Record<PostFilter, string>> = {
  all: 'Totals',
  scheduled: 'Scheduled',
  posted: 'Posted',
  failed: 'Failed',
};

export function countPosts(posts: readonly PostView[]): Readonly<Record<PostFilter, number>> {
  const counts = { all: posts.length, scheduled: 0, posted: 0, failed: 0 };
  for (const { status } of posts) counts[status] += 1;
  return counts;
}

/** Each word of the search is in the title, the content or the hashtags; `#` may be left out or put before any word. */
export function filterPosts(
  posts: readonly PostView[],
  filter: PostFilter,
  search: string,
): readonly PostView[] {
  const words = search
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^#+/u, ''));
  return posts.filter((post) => {
    if (filter !== 'all' && post.status !== filter) return false;
    const text = `${post.title ?? ''} ${post.content} ${post.hashtags ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What is still to come first, the next one on top; then what was, the latest on top. */
export function inOrder(posts: readonly PostView[]): readonly PostView[] {
  const time = ({ scheduledFor }: PostView) => new Date(scheduledFor).getTime();
  const waits = ({ status }: PostView) => status === 'scheduled';
  return [
    ...posts.filter(waits).sort((a, b) => time(a) - time(b) || a.id - b.id),
    ...posts.filter((post) => !waits(post)).sort((a, b) => time(b) - time(a) || b.id - a.id),
  ];
}

/** The free plan has room for no more scheduled posts. */
export const isFull = (scheduled: number, limited: boolean): boolean =>
  limited && scheduled >= POST.freeScheduledMax;
