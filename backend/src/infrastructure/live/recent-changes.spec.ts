import { expect, it } from '@jest/globals';
import { RecentChanges } from './recent-changes.ts';

it('remembers for a minute which lists have changed, and knows nothing of the time before it listened', () => {
  const lately = new RecentChanges();
  expect(lately.changedSince('ana', 0, 0)).toBeNull();
  lately.start(1_000);
  expect(lately.changedSince('ana', 999, 1_000)).toBeNull();
  expect(lately.changedSince('ana', 1_000, 1_000)).toEqual([]);
  lately.note('ana', 'posts', 2_000);
  lately.note('eve', 'accounts', 2_500);
  lately.note('ana', 'comments', 3_000);
  expect(lately.changedSince('ana', 2_000, 4_000)).toEqual(['posts', 'comments']);
  expect(lately.changedSince('ana', 2_001, 4_000)).toEqual(['comments']);
  expect(lately.changedSince('ana', 3_001, 4_000)).toEqual([]);
  expect(lately.changedSince('ana', 3_000, 63_001)).toBeNull();
  // What is known of a user with a later change stays.
  lately.note('ben', 'posts', 62_700);
  expect(lately.changedSince('ana', 3_000, 62_800)).toEqual(['comments']);
  expect(lately.changedSince('eve', 2_800, 62_800)).toEqual([]);
  lately.start(70_000);
  expect(lately.changedSince('ben', 62_700, 70_001)).toBeNull();
});
