// @zones: also runs in other time zones
import { expect, it } from '@jest/globals';
import { FAVOURITE_ZONES } from '@posthorn/contracts/identity/favourite-zones';
import { canonicalZone } from './time-zone.ts';

/** The names that are returned in another spelling. */
const changed = (names: readonly string[]) => names.filter((name) => canonicalZone(name) !== name);

it("accepts every zone at the top of the product's list", () => {
  expect(changed(FAVOURITE_ZONES)).toEqual([]);
});
it('accepts every zone of Node.js', () => {
  expect(changed(Intl.supportedValuesOf('timeZone'))).toEqual([]);
});
it('gives each zone its usual spelling', () => {
  const names = [...FAVOURITE_ZONES, ...Intl.supportedValuesOf('timeZone'), 'Europe/Kyiv', 'Etc/GMT+5'];
  for (const name of names) {
    expect(canonicalZone(name.toLowerCase())).toBe(name);
    expect(canonicalZone(name.toUpperCase())).toBe(name);
  }
});
it('accepts old names and uses their current zones', () => {
  expect(['US/Pacific', 'us/pacific', 'GB', 'Etc/UTC', 'zulu'].map(canonicalZone)).toEqual([
    ...['America/Los_Angeles', 'America/Los_Angeles', 'Europe/London', 'UTC', 'UTC'],
  ]);
});
it.each(['Mumbai', '+01:00', '', 'Europe/', '../etc/passwd', 'x'.repeat(80), null, 7, ['UTC']])(
  'refuses %p',
  (name) => {
    expect(canonicalZone(name)).toBeNull();
  },
);
