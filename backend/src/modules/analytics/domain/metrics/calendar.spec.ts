// @zones
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { expect, it, jest } from '@jest/globals';
import { dayAfter, daysFrom, isDay, ZoneCalendar } from './calendar.ts';

const beginOf = (zone: string, day: string) => new Date(new ZoneCalendar(zone).beginOf(day)).toISOString();

it.each([
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
  ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00:00.000Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00.000Z', 23],
  ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00.000Z', 25],
  // This zone changes its clocks by half an hour.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
  // When clocks go forward at midnight, the day has no midnight. When they go back at midnight, the day before is longer.
  ['America/Santiago', '2025-09-07', '2025-09-07T04:00:00.000Z', 23],
  ['America/Santiago', '2025-04-05', '2025-04-05T03:00:00.000Z', 25],
  ['Asia/Beirut', '2025-03-30', '2025-03-29T22:00:00.000Z', 23],
  ['Asia/Beirut', '2025-10-25', '2025-10-24T21:00:00.000Z', 25],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
  ['Pacific/Niue', '2026-01-01', '2026-01-01T11:00:00.000Z', 24],
])('finds that in %s the day %s begins at %s and has %d hours', (zone, day, begin, hours) => {
  expect(beginOf(zone, day)).toBe(begin);
  expect(Date.parse(beginOf(zone, dayAfter(day))) - Date.parse(begin)).toBe(hours * HOUR_MS);
});
it('gives zero hours to a day that a zone skipped', () => {
  expect(beginOf('Pacific/Apia', '2011-12-29')).toBe('2011-12-29T10:00:00.000Z');
  expect(beginOf('Pacific/Apia', '2011-12-30')).toBe('2011-12-30T10:00:00.000Z');
  expect(beginOf('Pacific/Apia', '2011-12-31')).toBe('2011-12-30T10:00:00.000Z');
  expect(beginOf('Pacific/Apia', '2012-01-01')).toBe('2011-12-31T10:00:00.000Z');
});
it.each([
  ...['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut'],
  ...['Africa/Cairo', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Chatham', 'Pacific/Kiritimati'],
])('assigns each instant of two years to the day that contains it, in %s', (zone) => {
  const calendar = new ZoneCalendar(zone);
  const days = daysFrom('2025-01-01', '2026-12-31');
  const borders = days.map((day) => calendar.beginOf(day));
  const wrong = days.filter((day, index) => {
    const begin = borders[index] ?? 0;
    const end = borders[index + 1] ?? Infinity;
    const isFirst = calendar.at(begin).day === day && calendar.at(begin - 1).day < day;
    const isLast = end === Infinity || calendar.at(end - 1).day === day;
    return !isFirst || !isLast || end <= begin;
  });
  expect(wrong).toEqual([]);
});
it.each([
  ...['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut'],
  ...['Pacific/Apia', 'Africa/Casablanca', 'America/Nuuk'],
])(
  'finds the days of a year in %s with few clock conversions, and equal to a search for each day',
  (zone) => {
    const days = daysFrom('2011-06-01', '2012-05-31');
    // In backward order, the calendar must search for each day.
    const searching = new ZoneCalendar(zone);
    const alone = days.toReversed().map((day) => searching.beginOf(day));
    const calendar = new ZoneCalendar(zone);
    const clock = jest.spyOn(calendar, 'at');
    expect(days.map((day) => calendar.beginOf(day))).toEqual(alone.toReversed());
    expect(clock.mock.calls.length).toBeLessThan(days.length * 3);
  },
);
it('gives hours and weekdays of the zone', () => {
  const berlin = new ZoneCalendar('Europe/Berlin');
  expect(berlin.at(Date.parse('2026-03-29T00:59:59Z'))).toEqual({ day: '2026-03-29', hour: 1 });
  expect(berlin.at(Date.parse('2026-03-29T01:00:00Z'))).toEqual({ day: '2026-03-29', hour: 3 });
  expect(berlin.at(Date.parse('2026-10-25T00:30:00Z')).hour).toBe(2);
  expect(berlin.at(Date.parse('2026-10-25T01:30:00Z')).hour).toBe(2);
  expect(berlin.at(Date.parse('2026-03-28T23:00:00Z')).hour).toBe(0);
  // It is Sunday in Berlin, and Saturday in UTC.
  expect(berlin.weekdayAt(Date.parse('2026-03-28T23:00:00Z'))).toBe(7);
  expect(berlin.weekdayAt(Date.parse('2026-03-29T22:00:00Z'))).toBe(1);
});
it('lists the days of the calendar, even across a change of the clocks', () => {
  expect(daysFrom('2026-02-27', '2026-03-02')).toEqual([
    ...['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  ]);
  expect(daysFrom('2026-03-02', '2026-03-01')).toEqual([]);
  expect(dayAfter('2028-02-28')).toBe('2028-02-29');
});
it.each([
  ...['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '', '2026-01-01T00:00:00Z', '+02026-01-01'],
  // Posts have no such dates, and PostgreSQL writes these days or their neighbours in another form.
  ...['0000-01-01', '0001-01-01', '9999-12-31'],
])('refuses the day %p', (text) => {
  expect(isDay(text)).toBe(false);
});
it.each(['2026-02-28', '2028-02-29', '1970-01-01', '2999-12-31'])('accepts the day %p', (text) => {
  expect(isDay(text)).toBe(true);
});
