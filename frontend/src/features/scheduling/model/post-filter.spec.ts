import { expect, it } from '@jest/globals';
import { aPost } from '#testing/views.ts';
import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { inListOrder, isListed, type ListFilter } from './post-filter.ts';

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

const idsFound = (filter: ListFilter, search: string) =>
  ids(posts.filter((post) => isListed(post, filter, searchWords(search))));

it.each([
  ['launch', [2, 3]],
  ['LIVE launch', [2]],
  ['#morning', [1]],
  ['  ', [1, 2, 3, 4]],
  ['nothing like it', []],
])('finds "%s" in title, content and hashtags', (search, hits) => {
  expect(idsFound('all', search)).toEqual(hits);
});
it('searches within a filter', () => {
  expect(idsFound('scheduled', 'launch')).toEqual([2, 3]);
  expect(idsFound('failed', 'launch')).toEqual([]);
});
it('sorts upcoming posts from the earliest, then past posts from the latest', () => {
  expect(ids([...posts].sort(inListOrder))).toEqual([3, 2, 4, 1]);
});
it('sorts a post of the year 10000, which an old log may contain, after the other upcoming posts', () => {
  const far = aPost({ id: 5, status: 'scheduled', scheduledFor: '+010000-01-01T23:58:59.000Z' });
  expect(ids([far, ...posts].sort(inListOrder))).toEqual([3, 2, 5, 4, 1]);
});
