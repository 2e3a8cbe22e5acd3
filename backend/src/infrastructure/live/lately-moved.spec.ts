import { expect, it } from '@jest/globals';
import { LatelyMoved } from './lately-moved.ts';

it('remembers for a minute which lists have changed, and knows nothing of the time before it listened', () => {
  const lately = new LatelyMoved();
  expect(lately.movedSince('ana', 0, 0)).toBeNull();
  lately.begins(1_000);
  expect(lately.movedSince('ana', 999, 1_000)).toBeNull();
  expect(lately.movedSince('ana', 1_000, 1_000)).toEqual([]);
  lately.note('ana', 'posts', 2_000);
  lately.note('eve', 'accounts', 2_500);
  lately.note('ana', 'comments', 3_000);
  expect(lately.movedSince('ana', 2_000, 4_000)).toEqual(['posts', 'comments']);
  expect(lately.movedSince('ana', 2_001, 4_000)).toEqual(['comments']);
  expect(lately.movedSince('ana', 3_001, 4_000)).toEqual([]);
  expect(lately.movedSince('ana', 3_000, 63_001)).toBeNull();
  // What is known of a user with a later change stays.
  lately.note('ben', 'posts', 62_700);
  expect(lately.movedSince('ana', 3_000, 62_800)).toEqual(['comments']);
  expect(lately.movedSince('eve', 2_800, 62_800)).toEqual([]);
  lately.begins(70_000);
  expect(lately.movedSince('ben', 62_700, 70_001)).toBeNull();
});
