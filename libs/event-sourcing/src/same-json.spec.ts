import { expect, it } from '@jest/globals';
import { isSameJson } from './same-json.ts';

it.each([
  [{ a: 1, b: ['x', null] }, { b: ['x', null], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: { b: 'x' } }, { a: { b: 'y' } }, false],
  [['x', 'y'], ['y', 'x'], false],
  [[], {}, false],
  [null, {}, false],
  [null, null, true],
])('compares %j and %j by their content', (one, other, same) => {
  expect(isSameJson(one, other)).toBe(same);
  expect(isSameJson(other, one)).toBe(same);
});
