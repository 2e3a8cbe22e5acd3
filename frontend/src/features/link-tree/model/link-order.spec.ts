import { expect, it } from '@jest/globals';
import { beforeIn, moved, movedTo, placedAfter } from './link-order.ts';

const IDS = ['a', 'b', 'c'];

it.each([
  ['b', 'up', ['b', 'a', 'c']],
  ['b', 'down', ['a', 'c', 'b']],
  ['c', 'first', ['c', 'a', 'b']],
  ['a', 'last', ['b', 'c', 'a']],
  ['a', 'up', null],
  ['a', 'first', null],
  ['c', 'down', null],
  ['c', 'last', null],
  ['x', 'up', null],
] as const)('moves %s %s, which gives %j', (id, move, order) => {
  expect(moved(IDS, id, move)).toEqual(order);
});
it('moves an item to the position where the user drops it', () => {
  expect(movedTo(IDS, 'a', 1)).toEqual(['b', 'a', 'c']);
});
it('returns the id of the previous item, and places an item after this id', () => {
  expect(IDS.map((id) => beforeIn(IDS, id))).toEqual([null, 'a', 'b']);
  const placed = (id: string, after: string | null) => placedAfter(IDS, (each) => each, { id, after });
  expect([placed('c', null), placed('a', 'b'), placed('x', 'a')]).toEqual([
    ['c', 'a', 'b'],
    ['b', 'a', 'c'],
    IDS,
  ]);
});
