import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { relativeDate } from './relative-date.ts';

const now = new Date('2030-06-15T12:00:00.000Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

it.each([
  [-1, 'Just now'],
  [0.99, 'Just now'],
  [1, '1 hour ago'],
  [23.9, '23 hours ago'],
  [24, '1 day ago'],
  [6.9 * 24, '6 days ago'],
  [7 * 24, '1 week ago'],
  [29 * 24, '4 weeks ago'],
  [30 * 24, '1 month ago'],
  [364 * 24, '12 months ago'],
  [800 * 24, '2 years ago'],
])('writes an age of %d hours as "%s"', (hours, text) => {
  expect(relativeDate(ago(hours), now).text).toBe(text);
});

it.each([-1, 0, 1, 5.5, 24, 50, 170, 29 * 24, 30 * 24, 364.5 * 24, 365 * 24, 9000])(
  'changes its text exactly at `changesAt` (an age of %d hours)',
  (hours) => {
    const { text, changesAt } = relativeDate(ago(hours), now);
    expect(changesAt.getTime()).toBeGreaterThan(now.getTime());
    expect(relativeDate(ago(hours), new Date(changesAt.getTime() - 1)).text).toBe(text);
    expect(relativeDate(ago(hours), changesAt).text).not.toBe(text);
  },
);
