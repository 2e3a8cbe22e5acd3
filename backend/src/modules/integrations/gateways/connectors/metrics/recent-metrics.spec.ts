import { expect, it } from '@jest/globals';
import { RecentMetrics } from './recent-metrics.ts';

const [NOON, ONE_HOUR_LATER] = ['2030-01-01T12:00:00.000Z', '2030-01-01T13:00:00.000Z'];
const look = (value: number) => ({
  values: [{ metric: 'likes', value, source: 'likes' } as const],
  missing: [],
});

it('remembers the last figures of each post of an account', () => {
  const snapshots = new RecentMetrics();
  snapshots.note(7, NOON, [
    ['a', look(1)],
    ['b', look(2)],
  ]);
  snapshots.note(7, ONE_HOUR_LATER, [['a', look(3)]]);
  expect(snapshots.find(7, 'a', NOON)).toEqual({ seenAt: ONE_HOUR_LATER, look: look(3) });
  expect(snapshots.find(7, 'b', NOON)).toEqual({ seenAt: NOON, look: look(2) });
  expect(snapshots.find(7, 'b', ONE_HOUR_LATER)).toBeNull();
  expect(snapshots.find(8, 'a', NOON)).toBeNull();
});

it('drops the post with the oldest figures when the limit is reached', () => {
  const snapshots = new RecentMetrics();
  snapshots.note(7, NOON, [
    ['a', look(1)],
    ['b', look(1)],
  ]);
  snapshots.note(7, NOON, [['a', look(1)]]);
  snapshots.note(
    8,
    NOON,
    Array.from({ length: 19_999 }, (_, id) => [String(id), look(1)] as const),
  );
  expect(snapshots.find(7, 'b', NOON)).toBeNull();
  expect(snapshots.find(7, 'a', NOON)).not.toBeNull();
});
