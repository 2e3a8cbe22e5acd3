// @zones
import { expect, it } from '@jest/globals';
import { clockTime, dateOf, dayAndTime, dayOf, exactTime, timeOfDay, zoneClock } from './zone-format.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it('adds the year to a date only when it is not the current year', () => {
  expect(dayAndTime('2026-11-21T22:51:00Z', 'Europe/Paris', NOW)).toBe('Sat 21 Nov, 23:51');
  expect(dayAndTime('2027-11-23T06:29:00Z', 'UTC', NOW)).toBe('Tue 23 Nov 2027, 06:29');
  expect(exactTime('2026-11-23T06:29:05Z', 'UTC')).toBe('Mon 23 Nov 2026, 06:29:05 UTC');
});

it('formats a date, or a time, in a time zone', () => {
  expect(dateOf('2026-11-21T22:51:00Z', 'UTC', NOW)).toBe('Sat 21 Nov');
  expect(dateOf('2027-11-23T22:51:00Z', 'Asia/Tokyo', NOW)).toBe('Wed 24 Nov 2027');
  expect(timeOfDay('2026-11-21T22:51:00Z', 'Asia/Kolkata')).toBe('04:21');
});

it('adds the date to a past or future time that is not today', () => {
  const at = (instant: string, zone = 'UTC') => clockTime(Date.parse(instant), zone, NOW);
  expect(at('2026-11-21T22:51:00Z')).toBe('22:51');
  expect(at('2026-11-20T22:51:00Z')).toBe('Fri 20 Nov, 22:51');
  expect(at('2026-11-22T12:00:00Z')).toBe('Sun 22 Nov, 12:00');
  expect(at('2027-02-01T12:00:00Z')).toBe('Mon 1 Feb 2027, 12:00');
  expect(at('2026-11-21T22:51:00Z', 'Asia/Tokyo')).toBe('Sun 22 Nov, 07:51');
});

it("counts days by the zone's midnights, even across clock changes and the new year", () => {
  const daysBetween = (to: string, from: string, zone: string) =>
    dayOf(Date.parse(to), zone) - dayOf(Date.parse(from), zone);
  expect(daysBetween('2026-11-22T00:10:00Z', '2026-11-21T23:50:00Z', 'UTC')).toBe(1);
  expect(daysBetween('2026-11-22T00:10:00Z', '2026-11-21T23:50:00Z', 'Europe/Paris')).toBe(0);
  expect(daysBetween('2026-10-26T00:30:00Z', '2026-10-24T23:30:00Z', 'Europe/London')).toBe(1);
  expect(daysBetween('2027-01-01T01:00:00Z', '2026-12-31T22:00:00Z', 'UTC')).toBe(1);
});

it('shows a zone by its city and its offset from UTC', () => {
  expect(zoneClock('2026-11-21T22:51:00Z', 'Europe/Paris')).toBe('Paris time (GMT+1)');
  expect(zoneClock('2026-07-21T22:51:00Z', 'America/New_York')).toBe('New York time (GMT-4)');
  expect(zoneClock('2026-11-21T22:51:00Z', 'UTC')).toBe('UTC');
  expect(zoneClock('2026-11-21T22:51:00Z', 'Etc/GMT+5')).toBe('GMT-5');
});
