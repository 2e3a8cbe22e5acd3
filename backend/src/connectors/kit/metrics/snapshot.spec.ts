import { expect, it } from '@jest/globals';
import { snapshotOf } from './snapshot.ts';

const likes = (counted: unknown, absent?: 0 | 'hidden') =>
  snapshotOf({
    likes: { source: 'likeCount', counted: counted as never, ...(absent !== undefined && { absent }) },
  });

it.each([0, 1, 412, Number.MAX_SAFE_INTEGER])('reads %s, as a number or as text', (counted) => {
  const value = { metric: 'likes', value: counted, source: 'likeCount' };
  expect(likes(counted)).toEqual({ values: [value], missing: [] });
  expect(likes(String(counted))).toEqual({ values: [value], missing: [] });
});
it.each([
  -1,
  1.5,
  2 ** 53,
  Number.NaN,
  '',
  ' 7',
  '7 ',
  '1e3',
  '0x10',
  '12345678901234567',
  true,
  {},
  [],
  [5],
  [5, 6],
])('does not read %j as a number', (counted) => {
  expect(likes(counted, 0).values).toEqual([]);
});
it('reports why a value is missing, and reads a missing value as 0 only if `absent` is 0', () => {
  expect(likes(undefined)).toEqual({ values: [], missing: [{ metric: 'likes', reason: 'failed' }] });
  expect(likes(null, 'hidden').missing).toEqual([{ metric: 'likes', reason: 'hidden' }]);
  expect(likes(undefined, 0).values).toEqual([{ metric: 'likes', value: 0, source: 'likeCount' }]);
});
it('adds values up, and reports the sum as failed if a value is missing or the sum is too large', () => {
  const shares = (added: readonly (number | undefined)[]) =>
    snapshotOf({ shares: { source: 'reposts + quotes', added } });
  expect(shares([2, 3]).values).toEqual([{ metric: 'shares', value: 5, source: 'reposts + quotes' }]);
  expect(shares([2, undefined]).missing).toEqual([{ metric: 'shares', reason: 'failed' }]);
  expect(shares([Number.MAX_SAFE_INTEGER, 1]).missing).toEqual([{ metric: 'shares', reason: 'failed' }]);
});
