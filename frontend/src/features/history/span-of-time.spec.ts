// @zones
import { expect, it } from '@jest/globals';
import { spanOfTime } from './span-of-time.ts';

it.each([
  [0, '1 sec'],
  [4_900, '4 sec'],
  [60_000, '1 min'],
  [7_200_000, '2 hr'],
  [172_800_000, '2 days'],
])('says %i ms as %s', (milliseconds, words) => {
  expect(spanOfTime(milliseconds)).toBe(words);
});
