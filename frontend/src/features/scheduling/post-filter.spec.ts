import { expect, it } from '@jest/globals';
import { aPost } from '#testing/views.ts';
import { countPosts, filterPosts, inOrder } from './post-filter.ts';

const posts = [
  aPost({
    id: 1,
    content: 'Harbour at dawn',
    hashtags: 'sea, #Morning',
    status: 'posted',
    scheduledFor: '2026-11-01T08:00:00Z',
  }),
  aPost({
    id: 2,
    title: 'Launch',
    content: 'We are live',
    status: 'scheduled',
    scheduledFor: '2026-11-30T08:00:00Z',
  }),
  aPost({ id: 3, content: 'Second launch', status: 'scheduled', scheduledFor: '2026-11-25T08:00:00Z' }),
  aPost({ id: 4, content: 'Oops', status: 'failed', scheduledFor: '2026-11-10T08:00:00Z' }),
];
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

it('counts posts by what became of them', () => {
  expect(countPosts(posts)).toEqual({ all: 4, scheduled: 2, posted: 1, failed: 1 });
});
it.each([
  ['launch', [2, 3]],
  ['LIVE launch', [2]],
  ['#morning', [1]],
  ['  ', [1, 2, 3, 4]],
  ['nothing like it', []],
])('finds "%s" in title, content and hashtags', (search, found) => {
  expect(ids(filterPosts(posts, 'all', search))).toEqual(found);
});
it('searches within a filter', () => {
  expect(ids(filterPosts(posts, 'scheduled', 'launch'))).toEqual([2, 3]);
  expect(ids(filterPosts(posts, 'failed', 'launch'))).toEqual([]);
});
it('shows the next post first and the past from its end', () => {
  expect(ids(inOrder(posts))).toEqual([3, 2, 4, 1]);
});
