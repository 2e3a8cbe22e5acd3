import type { Call } from '@posthorn/contracts/shared/call';
import { expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { itemsShown, liveList, type Changes, type Page } from './paged-list.ts';

type Thing = Readonly<{ id: number; word: string }>;
const listThings: Call<void, readonly Thing[]> = { method: 'GET', path: '/api/things' };
const things = () => liveList({ key: 'changed-things', call: listThings, cursorHeader: 'x-next' });
const thing = (id: number, word = 'old'): Thing => ({ id, word });
const page = (since: number, ...items: readonly Thing[]): Page<Thing> => ({ items, next: null, since });
const changeTo = (at: number, item: Thing): Changes<Thing> => new Map([[item.id, { item, at }]]);
const words = (items: readonly Thing[]) => items.map(({ word }) => word);

it("shows an item's last known state, and prefers a page that was requested later", () => {
  const always = () => 0;
  expect(words(itemsShown([page(0, thing(1))], changeTo(1, thing(1, 'new')), always))).toEqual(['new']);
  expect(words(itemsShown([page(2, thing(1))], changeTo(1, thing(1, 'new')), always))).toEqual(['old']);
});
it('lets the list decide whether to show an item that is not on a loaded page', () => {
  const changes = changeTo(1, thing(2, 'new'));
  expect(words(itemsShown([page(0, thing(1))], changes, () => 0))).toEqual(['old', 'new']);
  expect(words(itemsShown([page(0, thing(1))], changes, () => Infinity))).toEqual(['old']);
});
it('keeps the expected result of a command until the command is done, despite other changes', () => {
  const cache = new QueryClient();
  const { changesQuery, expect: expectResult, note, hasChangedSince, changeCount } = things();
  expectResult(cache, 1, thing(1, 'expected'));
  expect(hasChangedSince(cache, 1, changeCount() + 1000)).toBe(true);
  note(cache, 1, thing(1, 'done'));
  expect(hasChangedSince(cache, 1, changeCount())).toBe(false);
  expect(cache.getQueryData(changesQuery.queryKey)?.get(1)?.item).toEqual(thing(1, 'done'));
});
it('reloads the pages after too many changes, and keeps the expected results of running commands', () => {
  const cache = new QueryClient();
  const { changesQuery, expect: expectResult, note } = things();
  const list = [listThings.path, 'all'];
  cache.setQueryData(list, page(0));
  expectResult(cache, 1, thing(1, 'expected'));
  for (let id = 2; id <= 500; id += 1) note(cache, id, thing(id));
  expect(cache.getQueryState(list)?.isInvalidated).toBe(false);
  note(cache, 501, thing(501));
  expect(cache.getQueryState(list)?.isInvalidated).toBe(true);
  expect([...(cache.getQueryData(changesQuery.queryKey) ?? new Map<number, unknown>()).keys()]).toEqual([
    1, 501,
  ]);
});
