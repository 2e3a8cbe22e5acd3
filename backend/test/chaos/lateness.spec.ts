import { expect, it } from '@jest/globals';
import { longestWithLog } from './lateness.ts';

const target = { scheduledFor: 1000, arrivedAt: 9000 };

it('counts the whole wait when the log was always available', () => {
  expect(longestWithLog(target, [])).toBe(8000);
  expect(longestWithLog(target, [{ from: 200, to: 900 }])).toBe(8000);
  expect(longestWithLog(target, [{ from: 9000, to: 9900 }])).toBe(8000);
});
it('leaves out times without a log, and returns the longest remaining period', () => {
  expect(longestWithLog(target, [{ from: 2000, to: 5000 }])).toBe(4000);
  expect(longestWithLog(target, [{ from: 7000, to: 8500 }])).toBe(6000);
  expect(longestWithLog(target, [{ from: 0, to: 8800 }])).toBe(200);
  expect(longestWithLog(target, [{ from: 8000, to: 9500 }])).toBe(7000);
});
it('ends a period at an election', () => {
  expect(longestWithLog(target, [{ from: 4000, to: 4000 }])).toBe(5000);
});
it('returns zero for a target that arrived on time', () => {
  expect(longestWithLog({ scheduledFor: 1000, arrivedAt: 1000 }, [])).toBe(0);
});
