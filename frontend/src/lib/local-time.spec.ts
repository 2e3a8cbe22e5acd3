// @zones
import { FAVOURITE_ZONES } from '@posthorn/contracts/identity/favourite-zones';
import { expect, it } from '@jest/globals';
import { readLocalTime, wallClock } from './local-time.ts';

it.each(FAVOURITE_ZONES)('parses the local time that it formatted in %s', (zone) => {
  for (const instant of [
    '2026-01-15T12:00:00.000Z',
    '2026-07-15T23:45:00.000Z',
    '2027-01-01T00:15:00.000Z',
  ]) {
    expect(readLocalTime(wallClock(instant, zone), zone)).toEqual({ kind: 'once', instant });
  }
});
it('moves a time in a clock gap to the other side of the gap', () => {
  expect(readLocalTime('2026-03-29T01:30', 'Europe/London')).toEqual({
    kind: 'gap',
    instant: '2026-03-29T01:30:00.000Z',
    shown: '2026-03-29T02:30',
  });
});
it('offers both instants of a time that occurs twice', () => {
  expect(readLocalTime('2026-10-25T01:30', 'Europe/London')).toEqual({
    kind: 'overlap',
    instants: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  });
});
it('returns null for an invalid time', () => {
  expect(readLocalTime('', 'UTC')).toBeNull();
  expect(readLocalTime('soon', 'UTC')).toBeNull();
});
