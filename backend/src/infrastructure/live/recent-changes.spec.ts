import { expect, it } from '@jest/globals';
import { RecentChanges } from './recent-changes.ts';

it('remembers for a minute which lists have changed, and returns null for times before it listened', () => {
  const changes = new RecentChanges();
  expect(changes.changedSince('ana', 0, 0)).toBeNull();
  changes.start(1_000);
  expect(changes.changedSince('ana', 999, 1_000)).toBeNull();
  expect(changes.changedSince('ana', 1_000, 1_000)).toEqual([]);
  changes.note('ana', 'posts', 2_000);
  changes.note('eve', 'accounts', 2_500);
  changes.note('ana', 'comments', 3_000);
  expect(changes.changedSince('ana', 2_000, 4_000)).toEqual(['posts', 'comments']);
  expect(changes.changedSince('ana', 2_001, 4_000)).toEqual(['comments']);
  expect(changes.changedSince('ana', 3_001, 4_000)).toEqual([]);
  expect(changes.changedSince('ana', 3_000, 63_001)).toBeNull();
  // A later change of another user does not remove the changes of this user.
  changes.note('ben', 'posts', 62_700);
  expect(changes.changedSince('ana', 3_000, 62_800)).toEqual(['comments']);
  expect(changes.changedSince('eve', 2_800, 62_800)).toEqual([]);
  changes.start(70_000);
  expect(changes.changedSince('ben', 62_700, 70_001)).toBeNull();
});
