import { HOUR_SECONDS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import {
  retryAtNamedTime,
  postponedUntil,
  EFFECT_TIMES,
  giveUpAt,
  triesExhausted,
  attemptsExhausted,
  retryAt,
  retryWait,
} from './retry-waits.ts';
import { after, asked, at, contextAt, failed, notMade, started } from './testing/moves.ts';

const secondsAfter = (instant: number, since: number): number => (instant - Date.parse(at(since))) / 1000;

it('doubles each wait up to a quarter of an hour, half of it random', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => retryWait(tries, 0, EFFECT_TIMES) / 1000);
  expect(waits).toEqual([30, 60, 120, 240, 450, 450]);
  expect(retryWait(1, 0.5, EFFECT_TIMES)).toBe(45_000);
});

it('waits as long as requested the first time, then one minute, then five times as long each time, half of it random', () => {
  const notMadeTimes = (times: number) =>
    after(...Array.from({ length: times }, () => [started(), notMade(7)]).flat());
  const waits = [0, 1, 2, 3].map((times) =>
    secondsAfter(postponedUntil(notMadeTimes(times), at(12), contextAt(10)), 10),
  );
  expect(waits).toEqual([2, 30, 150, 750]);
  expect(secondsAfter(postponedUntil(notMadeTimes(1), at(12), contextAt(10, { random: 0.5 })), 10)).toBe(45);
});

it('waits until the time that the remote system returned, unless the stream would get too long', () => {
  const throttledTimes = (times: number) =>
    after(...Array.from({ length: times }, () => [started(), notMade(7)]).flat(), started());
  const waits = [0, 1, 2, 3].map((times) =>
    secondsAfter(retryAtNamedTime(throttledTimes(times), at(310), contextAt(10)), 10),
  );
  expect(waits).toEqual([300, 300, 300, 300]);
  expect(secondsAfter(retryAtNamedTime(throttledTimes(4), at(310), contextAt(10)), 10)).toBe(3750);
  expect(retryAtNamedTime(after(started()), at(9 * HOUR_SECONDS), contextAt(0))).toBe(
    Date.parse(at(6 * HOUR_SECONDS)),
  );
});

it('waits no longer than the time limit allows', () => {
  expect(postponedUntil(after(), at(9 * HOUR_SECONDS), contextAt(0))).toBe(Date.parse(at(6 * HOUR_SECONDS)));
});

it('allows six hours from the due time, and six more when a person asks again', () => {
  expect(giveUpAt(after(), contextAt(0))).toBe(Date.parse(at(6 * HOUR_SECONDS)));
  expect(giveUpAt(after(asked(HOUR_SECONDS)), contextAt(0))).toBe(Date.parse(at(7 * HOUR_SECONDS)));
});

it('retries with exponential back-off, and once more shortly before the time limit', () => {
  const exponential = (seconds: number) =>
    secondsAfter(retryAt(after(), 1, contextAt(seconds, { pace: 'seldom' })), seconds);
  expect([10, 60, HOUR_SECONDS].map(exponential)).toEqual([30, 180, 3 * HOUR_SECONDS]);
  // The last try is a quarter of an hour before the end.
  expect(exponential(2 * HOUR_SECONDS)).toBe(3.75 * HOUR_SECONDS);
});

it('stops retrying when the stream is long, even if tries remain', () => {
  const story = (eventCount: number) => after(...Array.from({ length: eventCount }, () => failed(60)));
  expect([11, 12, 14].map((eventCount) => triesExhausted(story(eventCount), contextAt(0)))).toEqual([
    false,
    true,
    true,
  ]);
  expect([13, 14].map((eventCount) => attemptsExhausted(story(eventCount), contextAt(0)))).toEqual([
    false,
    true,
  ]);
});
