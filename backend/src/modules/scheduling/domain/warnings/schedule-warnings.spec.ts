import { DAY_MS, HOUR_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { scheduleWarningsOf, type Neighbour } from './schedule-warnings.ts';

const NOON = '2030-01-31T12:00:00.000Z';
const afterNoon = (milliseconds: number): string => new Date(Date.parse(NOON) + milliseconds).toISOString();
const neighbour = (distance: number, changes: Partial<Neighbour> = {}): Neighbour => ({
  accountId: 3,
  at: afterNoon(distance),
  isPosted: false,
  isSame: false,
  ...changes,
});
const codes = (neighbours: readonly Neighbour[], perDay: number | null = null) =>
  scheduleWarningsOf({ at: NOON, accounts: [{ id: 3, perDay, stranger: null }] }, neighbours).map(
    ({ code }) => code,
  );

it.each([
  ['a post within 10 minutes', 10 * MINUTE_MS - 1, {}, ['close-in-time']],
  ['a post 10 minutes earlier', -10 * MINUTE_MS, {}, []],
  ['a post on another account', 0, { accountId: 4 }, []],
  ['the same text within 7 days', 7 * DAY_MS, { isSame: true }, ['same-text-planned']],
  ['the same text after 7 days', 7 * DAY_MS + 1, { isSame: true }, []],
  [
    'the same text, published 30 days before',
    -30 * DAY_MS,
    { isSame: true, isPosted: true },
    ['same-text-posted'],
  ],
  ['the same text, published earlier', -30 * DAY_MS - 1, { isSame: true, isPosted: true }, []],
  ['another text, published', -DAY_MS, { isPosted: true }, []],
  ['the same text a minute later', MINUTE_MS, { isSame: true }, ['close-in-time', 'same-text-planned']],
])('returns the right warnings for %s', (_, distance, changes, expected) => {
  expect(codes([neighbour(distance, changes)])).toEqual(expected);
});

it('returns the account and the time of the nearest post', () => {
  const near = [neighbour(-5 * MINUTE_MS), neighbour(2 * MINUTE_MS), neighbour(3 * MINUTE_MS)];
  expect(scheduleWarningsOf({ at: NOON, accounts: [{ id: 3, perDay: null, stranger: null }] }, near)).toEqual(
    [{ code: 'close-in-time', accountId: 3, at: afterNoon(2 * MINUTE_MS) }],
  );
});

it('counts the posts of any 24 hours that include the planned post', () => {
  const [before, after] = [neighbour(-20 * HOUR_MS), neighbour(20 * HOUR_MS)];
  expect(codes([before, after], 2)).toEqual([]);
  expect(codes([before, neighbour(-HOUR_MS)], 2)).toEqual(['too-many-a-day']);
  expect(codes([neighbour(HOUR_MS), neighbour(3 * HOUR_MS)], 2)).toEqual(['too-many-a-day']);
  expect(codes([neighbour(-DAY_MS), neighbour(DAY_MS), neighbour(HOUR_MS)], 2)).toEqual([]);
  expect(codes([neighbour(HOUR_MS)], null)).toEqual([]);
});
