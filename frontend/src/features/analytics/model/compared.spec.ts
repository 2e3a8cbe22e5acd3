// @zones
import { expect, it } from '@jest/globals';
import { changeOf, percentOf } from './compared.ts';

const sum = (value: number, of: number) => ({ sum: value, of, total: of + 1 });

it.each<[string, Parameters<typeof changeOf>, string | null]>([
  ['a rise', [sum(30, 2), sum(12, 1)], '+25% per post'],
  ['a fall, although the sum rose', [sum(30, 3), sum(20, 1)], '−50% per post'],
  ['no change', [sum(30, 3), sum(10, 1)], 'same per post'],
  ['an unknown figure before', [sum(30, 3), undefined], null],
  ['a figure that was 0 before', [sum(30, 3), sum(0, 2)], null],
])('compares averages: %s', (_what, [now, before], expected) => {
  expect(changeOf(now, before)).toBe(expected);
});

it('shows a rate with one decimal', () => {
  expect(percentOf(0.0425)).toBe('4.3%');
});
