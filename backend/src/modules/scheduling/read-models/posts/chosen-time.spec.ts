// @zones
import { expect, it } from '@jest/globals';
import { chosenTime, instantOf, localTimeOf, movedTime } from './chosen-time.ts';

const chosen = (scheduledFor: string, timezone?: string, localTime?: string) => {
  const { timing, corrected } = chosenTime({ scheduledFor, timezone, localTime });
  return { ...timing, corrected };
};

it('does not change an instant without a zone', () => {
  expect(chosen('2030-06-01T09:30:00+02:00')).toEqual({
    scheduledFor: '2030-06-01T07:30:00.000Z',
    timezone: null,
    localTime: null,
    corrected: false,
  });
});

it('keeps an instant that matches its local time', () => {
  expect(chosen('2030-06-01T07:30:00Z', 'Europe/Paris', '2030-06-01T09:30')).toMatchObject({
    scheduledFor: '2030-06-01T07:30:00.000Z',
    localTime: '2030-06-01T09:30',
    corrected: false,
  });
});

it('computes the local time from the zone when only the zone is given', () => {
  expect(chosen('2030-06-01T07:30:00Z', 'Europe/Paris')).toMatchObject({ localTime: '2030-06-01T09:30' });
});

it('uses the local time when the instant does not match it', () => {
  expect(chosen('2030-06-01T08:30:00Z', 'Europe/Paris', '2030-06-01T09:30')).toMatchObject({
    scheduledFor: '2030-06-01T07:30:00.000Z',
    corrected: true,
  });
});

it('moves a local time that does not exist forward', () => {
  // Paris, 2030-03-31: 02:00 becomes 03:00.
  expect(chosen('2030-03-31T00:00:00Z', 'Europe/Paris', '2030-03-31T02:30')).toMatchObject({
    scheduledFor: '2030-03-31T01:30:00.000Z',
  });
});

it('lets the client choose between the two instants of an ambiguous local time, and otherwise uses the first', () => {
  // Paris, 2030-10-27: 03:00 becomes 02:00.
  const ambiguous = '2030-10-27T02:30';
  for (const instant of ['2030-10-27T00:30:00.000Z', '2030-10-27T01:30:00.000Z']) {
    expect(chosen(instant, 'Europe/Paris', ambiguous)).toMatchObject({
      scheduledFor: instant,
      corrected: false,
    });
  }
  expect(instantOf(ambiguous, 'Europe/Paris').toISOString()).toBe('2030-10-27T00:30:00.000Z');
});

it('uses the rule that Vancouver no longer changes its clocks', () => {
  expect(instantOf('2027-01-15T09:00', 'America/Vancouver').toISOString()).toBe('2027-01-15T16:00:00.000Z');
});

const timingAt = (localTime: string, timezone: string | null, zone = timezone ?? 'UTC') => ({
  scheduledFor: instantOf(localTime, zone).toISOString(),
  timezone,
  localTime: timezone && localTime,
});

const A_DAY = 86_400_000;
/**
 * The number of days between two checks for a clock change. No zone changes its clocks forward and back within these
 * days.
 */
const STEP = 14;
const hourAt = (day: number, zone: string): string => localTimeOf(new Date(day), zone).slice(11);

/** The days (midnight UTC) after which midnight UTC has another local time in the zone. */
function clockChanges(zone: string): readonly number[] {
  const found: number[] = [];
  const end = Date.UTC(2031, 0, 1);
  for (let from = Date.UTC(2026, 0, 1); from < end; from += STEP * A_DAY) {
    const before = hourAt(from, zone);
    if (before === hourAt(from + STEP * A_DAY, zone)) continue;
    let days = 1;
    while (hourAt(from + days * A_DAY, zone) === before) days += 1;
    found.push(from + (days - 1) * A_DAY);
  }
  return found;
}

it('keeps the local time when a post moves by days, across each clock change from 2026 to 2030', () => {
  let changes = 0;
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    for (const day of clockChanges(zone)) {
      changes += 1;
      const morning = `${localTimeOf(new Date(day), zone).slice(0, 10)}T09:00`;
      const moved = movedTime(timingAt(morning, zone), { days: 2 }, 'UTC');
      expect(moved.localTime?.slice(11)).toBe('09:00');
      expect(localTimeOf(new Date(moved.scheduledFor), zone)).toBe(moved.localTime);
      expect(movedTime(moved, { days: -2 }, 'UTC')).toEqual(timingAt(morning, zone));
    }
  }
  expect(changes).toBeGreaterThan(300);
});

it('moves a post without a zone by days in the zone of the owner, and stores no zone', () => {
  const moved = movedTime(timingAt('2030-03-30T09:00', null, 'Europe/Paris'), { days: 1 }, 'Europe/Paris');
  expect(moved).toEqual({ scheduledFor: '2030-03-31T07:00:00.000Z', timezone: null, localTime: null });
});

it('moves forward to a day without the local time, and uses the local time again on the next day', () => {
  const onTheDay = movedTime(timingAt('2030-03-30T02:30', 'Europe/Paris'), { days: 1 }, 'UTC');
  expect(onTheDay).toMatchObject({ scheduledFor: '2030-03-31T01:30:00.000Z', localTime: '2030-03-31T02:30' });
  expect(movedTime(onTheDay, { days: 1 }, 'UTC')).toEqual(timingAt('2030-04-01T02:30', 'Europe/Paris'));
});

it('moves a post by days in the zone of the viewer, and the post keeps its own zone', () => {
  // 9 o'clock in New York is 15:00 in Paris, and 14:00 between the two clock changes.
  const morning = timingAt('2030-03-08T09:00', 'America/New_York');
  expect(movedTime(morning, { days: 7, zone: 'Europe/Paris' }, 'UTC')).toEqual({
    scheduledFor: '2030-03-15T14:00:00.000Z',
    timezone: 'America/New_York',
    localTime: '2030-03-15T10:00',
  });
  // Half past midnight in Paris is still the day before in New York.
  const night = { ...morning, scheduledFor: '2030-03-07T23:30:42.000Z', localTime: '2030-03-07T18:30' };
  expect(movedTime(night, { days: 7, zone: 'Europe/Paris' }, 'UTC')).toEqual({
    scheduledFor: '2030-03-14T23:30:42.000Z',
    timezone: 'America/New_York',
    localTime: '2030-03-14T19:30',
  });
});

it('keeps the seconds when the local time does not exist on the old day', () => {
  const timing = {
    ...timingAt('2030-03-31T02:30', 'Europe/Paris'),
    scheduledFor: '2030-03-31T01:30:42.500Z',
  };
  expect(movedTime(timing, { days: 1 }, 'UTC').scheduledFor).toBe('2030-04-01T00:30:42.500Z');
});

it('keeps the seconds of an instant, and adds minutes to the instant', () => {
  const precise = {
    ...timingAt('2030-10-26T09:00', 'Europe/Paris'),
    scheduledFor: '2030-10-26T07:00:42.500Z',
  };
  expect(movedTime(precise, { days: 1 }, 'UTC')).toEqual({
    scheduledFor: '2030-10-27T08:00:42.500Z',
    timezone: 'Europe/Paris',
    localTime: '2030-10-27T09:00',
  });
  expect(movedTime(timingAt('2030-10-27T02:30', 'Europe/Paris'), { minutes: 60 }, 'UTC')).toEqual({
    scheduledFor: '2030-10-27T01:30:00.000Z',
    timezone: 'Europe/Paris',
    localTime: '2030-10-27T02:30',
  });
});
