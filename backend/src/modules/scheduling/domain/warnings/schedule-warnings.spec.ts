import { expect, it } from '@jest/globals';
import { scheduleWarningsOf, type Neighbour } from './schedule-warnings.ts';

const NOON = '2030-01-31T12:00:00.000Z';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const afterNoon = (milliseconds: number): string => new Date(Date.parse(NOON) + milliseconds).toISOString();
const neighbour = (distance: number, differs: Partial<Neighbour> = {}): Neighbour => ({
  accountId: 3,
  at: afterNoon(distance),
  isPosted: false,
  isSame: false,
  ...differs,
});
const codes = (neighbours: readonly Neighbour[], perDay: number | null = null) =>
  scheduleWarningsOf({ at: NOON, accounts: [{ id: 3, perDay }] }, neighbours).map(({ code }) => code);

it.each([
  ['a post within 10 minutes', 10 * MINUTE - 1, {}, ['close-in-time']],
  ['a post 10 minutes earlier', -10 * MINUTE, {}, []],
  ['a post on another account', 0, { accountId: 4 }, []],
  ['the same text within 7 days', 7 * DAY, { isSame: true }, ['same-text-planned']],
  ['the same text after 7 days', 7 * DAY + 1, { isSame: true }, []],
  [
    'the same text, published 30 days before',
    -30 * DAY,
    { isSame: true, isPosted: true },
    ['same-text-posted'],
  ],
  ['the same text, published earlier', -30 * DAY - 1, { isSame: true, isPosted: true }, []],
  ['another text, published', -DAY, { isPosted: true }, []],
  ['the same text a minute later', MINUTE, { isSame: true }, ['close-in-time', 'same-text-planned']],
])('%s', (_, distance, differs, expected) => {
  expect(codes([neighbour(distance, differs)])).toEqual(expected);
});

it('contains the time of the nearest post, and the account', () => {
  const near = [neighbour(-5 * MINUTE), neighbour(2 * MINUTE), neighbour(3 * MINUTE)];
  expect(scheduleWarningsOf({ at: NOON, accounts: [{ id: 3, perDay: null }] }, near)).toEqual([
    { code: 'close-in-time', accountId: 3, at: afterNoon(2 * MINUTE) },
  ]);
});

it('counts the posts of any 24 hours that include the planned post', () => {
  const [before, after] = [neighbour(-20 * 60 * MINUTE), neighbour(20 * 60 * MINUTE)];
  expect(codes([before, after], 2)).toEqual([]);
  expect(codes([before, neighbour(-60 * MINUTE)], 2)).toEqual(['too-many-a-day']);
  expect(codes([neighbour(60 * MINUTE), neighbour(3 * 60 * MINUTE)], 2)).toEqual(['too-many-a-day']);
  expect(codes([neighbour(-DAY), neighbour(DAY), neighbour(60 * MINUTE)], 2)).toEqual([]);
  expect(codes([neighbour(60 * MINUTE)], null)).toEqual([]);
});
