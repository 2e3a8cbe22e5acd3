// @zones
import { expect, it } from '@jest/globals';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 10, 21, 12);
const minutes = (count: number) => new Date(now + count * 60_000).toISOString();

it.each([
  [0.2, 'now'],
  [25, 'in 25 min'],
  [-1, '1 min ago'],
  [59.9, 'in 1 h'],
  [180, 'in 3 h'],
  [-180, '3 h ago'],
  [24 * 60, 'in 1 day'],
  [-2 * 24 * 60, '2 days ago'],
  [90 * 24 * 60, 'in 3 months'],
  [-800 * 24 * 60, '2 years ago'],
])('shows %s minutes from now as "%s"', (count, words) => {
  expect(relativeTime(minutes(count), now)).toBe(words);
});
