import { expect, it } from '@jest/globals';
import {
  againAsNamed,
  againAt,
  EFFECT_TIMES,
  giveUpAt,
  isLong,
  isLongest,
  retryAt,
  retryWait,
} from './retry-waits.ts';
import { after, asked, at, contextAt, failed, notMade, started } from './testing/moves.ts';

const HOUR = 3600;
const secondsAfter = (instant: number, since: number): number => (instant - Date.parse(at(since))) / 1000;

it('waits twice as long each time, a quarter of an hour at most, half of it by chance', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => retryWait(tries, 0, EFFECT_TIMES) / 1000);
  expect(waits).toEqual([30, 60, 120, 240, 450, 450]);
  expect(retryWait(1, 0.5, EFFECT_TIMES)).toBe(45_000);
});

it('keeps to what was asked for once, and then waits fivefold from a minute on, half of it by chance', () => {
  const notMadeTimes = (times: number) =>
    after(...Array.from({ length: times }, () => [started(), notMade(7)]).flat());
  const waits = [0, 1, 2, 3].map((times) =>
    secondsAfter(againAt(notMadeTimes(times), at(12), contextAt(10)), 10),
  );
  expect(waits).toEqual([2, 30, 150, 750]);
  expect(secondsAfter(againAt(notMadeTimes(1), at(12), contextAt(10, { random: 0.5 })), 10)).toBe(45);
});

it('ends a pause where the other side has named its end, until the story would get too long', () => {
  const throttledTimes = (times: number) =>
    after(...Array.from({ length: times }, () => [started(), notMade(7)]).flat(), started());
  const waits = [0, 1, 2, 3].map((times) =>
    secondsAfter(againAsNamed(throttledTimes(times), at(310), contextAt(10)), 10),
  );
  expect(waits).toEqual([300, 300, 300, 300]);
  expect(secondsAfter(againAsNamed(throttledTimes(4), at(310), contextAt(10)), 10)).toBe(3750);
  expect(againAsNamed(after(started()), at(9 * HOUR), contextAt(0))).toBe(Date.parse(at(6 * HOUR)));
});

it('waits no longer than there is time for trying', () => {
  expect(againAt(after(), at(9 * HOUR), contextAt(0))).toBe(Date.parse(at(6 * HOUR)));
});

it('gives six hours from when it was due, and six more when a person asks again', () => {
  expect(giveUpAt(after(), contextAt(0))).toBe(Date.parse(at(6 * HOUR)));
  expect(giveUpAt(after(asked(HOUR)), contextAt(0))).toBe(Date.parse(at(7 * HOUR)));
});

it('tries seldom things ever more seldom, and once more shortly before the time is over', () => {
  const seldom = (seconds: number) =>
    secondsAfter(retryAt(after(), 1, contextAt(seconds, { pace: 'seldom' })), seconds);
  expect([10, 60, HOUR].map(seldom)).toEqual([30, 180, 3 * HOUR]);
  // The last try is a quarter of an hour before the end.
  expect(seldom(2 * HOUR)).toBe(3.75 * HOUR);
});

it('ends a story that is long, whatever is still to be tried', () => {
  const story = (eventCount: number) => after(...Array.from({ length: eventCount }, () => failed(60)));
  expect([11, 12, 14].map((eventCount) => isLong(story(eventCount), contextAt(0)))).toEqual([
    false,
    true,
    true,
  ]);
  expect([13, 14].map((eventCount) => isLongest(story(eventCount), contextAt(0)))).toEqual([false, true]);
});
