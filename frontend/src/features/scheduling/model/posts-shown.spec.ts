import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { expect, it } from '@jest/globals';
import type { Changes, Page } from '#lib/paged-list.ts';
import { aPost } from '#testing/views.ts';
import { postsShown } from './posts-shown.ts';

/** Returns a scheduled post. A post with a later day is further down in the list. */
const due = (id: number, day = id, overrides: Partial<PostView> = {}) =>
  aPost({ id, scheduledFor: `2030-01-${String(day).padStart(2, '0')}T12:00:00.000Z`, ...overrides });
const page = (since: number, items: readonly PostView[], next: string | null = null): Page<PostView> => ({
  items,
  next,
  since,
});
const changesOf = (...changes: readonly (readonly [number, PostView | null, number])[]): Changes<PostView> =>
  new Map(changes.map(([id, item, at]) => [id, { item, at }]));
const ids = (posts: readonly PostView[]) => posts.map(({ id }) => id);
const idsShown = (pages: readonly Page<PostView>[], changes: Changes<PostView> = new Map()) =>
  ids(postsShown(pages, changes, 'all', []));

const firstPage = page(0, [due(2), due(4)], 'more');
const secondPage = page(0, [due(6), due(8)], 'more');
const lastPage = page(0, [due(10)]);

it('shows the posts of all pages in order', () => {
  expect(idsShown([firstPage, secondPage])).toEqual([2, 4, 6, 8]);
});
it('shows the latest version of a post without reloading its page', () => {
  const news = changesOf([6, due(6, 6, { content: 'New' }), 1]);
  const shown = postsShown([firstPage, secondPage], news, 'all', []);
  expect(ids(shown)).toEqual([2, 4, 6, 8]);
  expect(shown[2]?.content).toBe('New');
});
it('moves a post to its new position', () => {
  expect(idsShown([firstPage, secondPage, lastPage], changesOf([2, due(2, 7), 1]))).toEqual([4, 6, 2, 8, 10]);
  // A posted post comes after all scheduled posts.
  const sent = due(2, 2, { status: 'posted' });
  expect(idsShown([firstPage, secondPage, lastPage], changesOf([2, sent, 1]))).toEqual([4, 6, 8, 10, 2]);
});
it('omits posts that belong to a later page that is not loaded', () => {
  expect(idsShown([firstPage, secondPage], changesOf([2, due(2, 20), 1]))).toEqual([4, 6, 8]);
  expect(idsShown([firstPage, secondPage], changesOf([9, due(9), 1]))).toEqual([2, 4, 6, 8]);
  expect(
    idsShown([firstPage, secondPage, page(1, [due(9), due(10), due(2, 20)])], changesOf([2, due(2, 20), 1])),
  ).toEqual([4, 6, 8, 9, 10, 2]);
});
it('adds a new post, even after the end of a completely loaded list', () => {
  expect(idsShown([firstPage, secondPage], changesOf([5, due(5), 1]))).toEqual([2, 4, 5, 6, 8]);
  expect(idsShown([firstPage, secondPage, lastPage], changesOf([12, due(12), 1]))).toEqual([
    2, 4, 6, 8, 10, 12,
  ]);
  expect(idsShown([page(0, [])], changesOf([1, due(1), 1]))).toEqual([1]);
});
it('omits deleted posts, and shows restored posts', () => {
  expect(idsShown([firstPage, secondPage], changesOf([4, null, 1]))).toEqual([2, 6, 8]);
  expect(idsShown([firstPage, secondPage], changesOf([4, due(4), 2]))).toEqual([2, 4, 6, 8]);
});
it('prefers a page that was requested after a change', () => {
  const fresh = page(3, [due(2, 2, { content: 'Newer' })]);
  const shown = postsShown(
    [fresh],
    changesOf([2, due(2, 2, { content: 'Old' }), 3], [5, due(5), 2]),
    'all',
    [],
  );
  expect(shown.map(({ content }) => content)).toEqual(['Newer']);
});
it('keeps a change when a page arrives that was requested before the change', () => {
  expect(idsShown([page(0, [due(2), due(4)])], changesOf([4, null, 1]))).toEqual([2]);
});
it('shows a post only once after it moved to a page that was requested later', () => {
  const later = page(5, [due(2, 7, { content: 'Moved' }), due(8)], 'more');
  const shown = postsShown([firstPage, later], new Map(), 'all', []);
  expect(ids(shown)).toEqual([4, 2, 8]);
  expect(shown[1]?.content).toBe('Moved');
});
it('applies the filter and the search to changed posts', () => {
  const sent = due(2, 2, { status: 'posted', content: 'Bowl' });
  const news = changesOf([2, sent, 1], [5, due(5, 5, { content: 'A bowl' }), 2]);
  const loaded = [page(0, [due(2, 2, { content: 'Bowl' }), due(4, 4, { content: 'Bowls' })])];
  expect(ids(postsShown(loaded, news, 'scheduled', []))).toEqual([4, 5]);
  expect(ids(postsShown(loaded, news, 'all', ['bowl']))).toEqual([4, 5, 2]);
  expect(ids(postsShown(loaded, changesOf([4, due(4, 4, { content: 'Cup' }), 1]), 'all', ['bowl']))).toEqual([
    2,
  ]);
});
it('shows a post only once when a later page contains a newer version than its change', () => {
  const later = page(5, [due(6, 3, { content: 'Newer' })], 'more');
  expect(idsShown([firstPage, later], changesOf([6, due(6, 3), 3]))).toEqual([2, 6, 4]);
});
