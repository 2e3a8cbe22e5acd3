import { expect, it } from '@jest/globals';
import { firstClaimed, readPages } from './own-post-search.ts';

const accountThatClaims = (...unclaimed: readonly string[]) => ({
  claim: (id: string) => Promise.resolve(unclaimed.includes(id)),
});
const brokeOff = new Error('page 11 is one too many');
const idOf = (id: string): string => id;

it('claims the first unclaimed post, even if the search ended early', async () => {
  expect(
    await firstClaimed(accountThatClaims('b', 'c'), { found: ['a', 'b', 'c'], brokeOff: null }, idOf),
  ).toBe('b');
  expect(await firstClaimed(accountThatClaims('b'), { found: ['a', 'b'], brokeOff }, idOf)).toBe('b');
});
it('returns null only if all pages were read', async () => {
  expect(await firstClaimed(accountThatClaims(), { found: ['a'], brokeOff: null }, idOf)).toBeNull();
  await expect(firstClaimed(accountThatClaims(), { found: ['a'], brokeOff }, idOf)).rejects.toBe(brokeOff);
});
it('returns the error of a failed page, and keeps the earlier posts', async () => {
  const read: string[] = [];
  const error = await readPages(() => {
    read.push('a');
    return Promise.reject(brokeOff);
  });
  expect([error, read]).toEqual([brokeOff, ['a']]);
  expect(await readPages(() => Promise.resolve())).toBeNull();
});
