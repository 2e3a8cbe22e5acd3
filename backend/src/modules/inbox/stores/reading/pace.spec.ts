import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { FOLLOWED_MS, readingDelay, threadDelay } from './pace.ts';

const listing = { source: 'listing', fastest: 60 } as const;
const quiet = { youngestPost: null, lastComment: null, sharers: 1, isProved: false };

it.each([
  ['with a post of the last hour', { youngestPost: 10 * MINUTE_MS }, MINUTE_MS],
  ['that has just received a comment', { youngestPost: 3 * DAY_MS, lastComment: MINUTE_MS }, MINUTE_MS],
  ['with a post of today', { youngestPost: 2 * HOUR_MS }, 5 * MINUTE_MS],
  ['with a post of this week', { youngestPost: 2 * DAY_MS }, 30 * MINUTE_MS],
  ['with old posts', { youngestPost: 8 * DAY_MS }, 6 * HOUR_MS],
  ['without any post', {}, 6 * HOUR_MS],
])('plans the next reading of an account %s', (_, alive, expected) => {
  expect(readingDelay(listing, { ...quiet, ...alive })).toBe(expected);
});

it("never reads faster than the platform allows, and divides the app's limit among accounts", () => {
  const hot = { ...quiet, youngestPost: MINUTE_MS };
  expect(readingDelay({ source: 'listing', fastest: 900 }, hot)).toBe(15 * MINUTE_MS);
  const narrow = { ...listing, calls: { perDay: 480, scope: 'app' } } as const;
  expect(readingDelay(narrow, hot)).toBe(6 * MINUTE_MS);
  expect(readingDelay(narrow, { ...hot, sharers: 10 })).toBe(HOUR_MS);
  const own = { ...listing, calls: { perDay: 480, scope: 'account' } } as const;
  expect(readingDelay(own, { ...hot, sharers: 10 })).toBe(6 * MINUTE_MS);
});

/** Returns how often a thread is read until its post is no longer followed. */
function readings(source: 'listing' | 'threads', isProved = false): number {
  let age = 0;
  for (let count = 0; ; count++) {
    const wait = threadDelay(source, age, isProved);
    if (wait === null) return count;
    age += wait;
  }
}

it('reads each thread seven times if the platform lists news, and otherwise a hundred times', () => {
  expect(readings('listing')).toBe(7);
  expect(readings('threads')).toBe(12 + 20 + 18 + 24 + 23);
});

it('stops following an old post', () => {
  expect(threadDelay('threads', FOLLOWED_MS, false)).toBeNull();
  expect(threadDelay('counts', FOLLOWED_MS - 1, true)).toBeNull();
});

it('reads an account with proved webhooks every half hour at most, or every hour if its limit is low', () => {
  const hot = { ...quiet, youngestPost: MINUTE_MS, lastComment: MINUTE_MS, isProved: true };
  expect(readingDelay(listing, hot)).toBe(30 * MINUTE_MS);
  expect(readingDelay({ source: 'listing', fastest: 900 }, hot)).toBe(HOUR_MS);
  expect(readingDelay(listing, { ...hot, youngestPost: 8 * DAY_MS, lastComment: null })).toBe(6 * HOUR_MS);
});

it('reads each thread seven times if the webhooks are proved', () => {
  expect(readings('threads', true)).toBe(7);
});
