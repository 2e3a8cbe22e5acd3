import { expect, it } from '@jest/globals';
import { moved, movedTo } from './link-order.ts';

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
] as const)('moves %s %s', (id, move, order) => {
  expect(moved(IDS, id, move)).toEqual(order);
});
it('puts an item where it is dropped', () => {
  expect(movedTo(IDS, 'a', 1)).toEqual(['b', 'a', 'c']);
});
