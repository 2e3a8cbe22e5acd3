// @zones
import { expect, it } from '@jest/globals';
import { chosenTime, instantOf } from './chosen-time.ts';

const read = (scheduledFor: string, timezone?: string, localTime?: string) => {
  const { timing, corrected } = chosenTime({ scheduledFor, timezone, localTime });
  return { ...timing, corrected };
};

it('keeps an instant without a zone as it is', () => {
  expect(read('2030-06-01T09:30:00+02:00')).toEqual({
    scheduledFor: '2030-06-01T07:30:00.000Z',
    timezone: null,
    localTime: null,
    corrected: false,
  });
});

it('keeps an instant that matches its local time', () => {
  expect(read('2030-06-01T07:30:00Z', 'Europe/Paris', '2030-06-01T09:30')).toMatchObject({
    scheduledFor: '2030-06-01T07:30:00.000Z',
    localTime: '2030-06-01T09:30',
    corrected: false,
  });
});

it('computes the local time from the zone when only the zone is given', () => {
  expect(read('2030-06-01T07:30:00Z', 'Europe/Paris')).toMatchObject({ localTime: '2030-06-01T09:30' });
});

it('uses the local time when the instant does not match it', () => {
  expect(read('2030-06-01T08:30:00Z', 'Europe/Paris', '2030-06-01T09:30')).toMatchObject({
    scheduledFor: '2030-06-01T07:30:00.000Z',
    corrected: true,
  });
});

it('moves a time that the clocks skip forward', () => {
  // Paris, 2030-03-31: 02:00 becomes 03:00.
  expect(read('2030-03-31T00:00:00Z', 'Europe/Paris', '2030-03-31T02:30')).toMatchObject({
    scheduledFor: '2030-03-31T01:30:00.000Z',
  });
});

it('lets the client choose between two equal times, and takes the first otherwise', () => {
  // Paris, 2030-10-27: 03:00 becomes 02:00.
  const twice = '2030-10-27T02:30';
  for (const instant of ['2030-10-27T00:30:00.000Z', '2030-10-27T01:30:00.000Z']) {
    expect(read(instant, 'Europe/Paris', twice)).toMatchObject({ scheduledFor: instant, corrected: false });
  }
  expect(instantOf(twice, 'Europe/Paris').toISOString()).toBe('2030-10-27T00:30:00.000Z');
});

it('uses the rule that Vancouver no longer changes its clocks', () => {
  expect(instantOf('2027-01-15T09:00', 'America/Vancouver').toISOString()).toBe('2027-01-15T16:00:00.000Z');
});
