import { expect, it } from '@jest/globals';
import { dueAfter } from './due-after.ts';
import { EFFECT_TIMES } from './retry-waits.ts';
import { asked, at, done, failed, notMade, started, taken, unclear, waiting } from './testing/moves.ts';

it('makes an effect due at the time in its move, and at the deadline of an attempt that has begun', () => {
  const dues = [asked(10), started(), notMade(7), taken(1), unclear(32), failed(60)].map((move) =>
    dueAfter(move, at(0), EFFECT_TIMES),
  );
  expect(dues).toEqual([10, 30, 7, 6, 32, 60].map(at));
});

it('makes an effect not due when it has ended or a person decides, and keeps its time when the move has none', () => {
  for (const move of [done('answer', 1), failed(null), unclear(null)])
    expect(dueAfter(move, at(0), EFFECT_TIMES, at(5))).toBeNull();
  expect(dueAfter({ kind: 'other' }, at(0), EFFECT_TIMES, at(5))).toBe(at(5));
});

it('makes an effect due from time to time while its account is disconnected, in case it misses the reconnection', () => {
  expect(dueAfter(waiting(6 * 3600), at(100), EFFECT_TIMES)).toBe(at(1000));
  expect(dueAfter(waiting(300), at(100), EFFECT_TIMES)).toBe(at(300));
  expect(dueAfter(waiting(6 * 3600), at(100), { longestRetry: 60_000 })).toBe(at(160));
  const throttled = {
    kind: 'postponed',
    attemptId: null,
    reason: 'rate-limit',
    words: null,
    until: at(5000),
  } as const;
  expect(dueAfter(throttled, at(100), EFFECT_TIMES)).toBe(at(5000));
});
