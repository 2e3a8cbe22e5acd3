import { expect, it } from '@jest/globals';
import { lookOf } from './look.ts';

const likes = (counted: unknown, absent?: 0 | 'hidden') =>
  lookOf({
    likes: { source: 'likeCount', counted: counted as never, ...(absent !== undefined && { absent }) },
  });

it.each([0, 1, 412, Number.MAX_SAFE_INTEGER])('takes %s as it is', (counted) => {
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
])('never makes a figure of %j', (counted) => {
  expect(likes(counted, 0).values).toEqual([]);
});
it('says why one is missing, and takes absence for 0 only where it is told to', () => {
  expect(likes(undefined)).toEqual({ values: [], missing: [{ metric: 'likes', reason: 'failed' }] });
  expect(likes(null, 'hidden').missing).toEqual([{ metric: 'likes', reason: 'hidden' }]);
  expect(likes(undefined, 0).values).toEqual([{ metric: 'likes', value: 0, source: 'likeCount' }]);
});
it('adds up what counts as one, and has no sum of which a part is missing', () => {
  const shares = (added: readonly (number | undefined)[]) =>
    lookOf({ shares: { source: 'reposts + quotes', added } });
  expect(shares([2, 3]).values).toEqual([{ metric: 'shares', value: 5, source: 'reposts + quotes' }]);
  expect(shares([2, undefined]).missing).toEqual([{ metric: 'shares', reason: 'failed' }]);
  expect(shares([Number.MAX_SAFE_INTEGER, 1]).missing).toEqual([{ metric: 'shares', reason: 'failed' }]);
});
