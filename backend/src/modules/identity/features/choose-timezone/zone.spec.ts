// @zones
import { expect, it } from '@jest/globals';
import { FAVOURITE_ZONES } from '@posthorn/contracts/identity/favourite-zones';
import { isZone } from './zone.ts';

it("accepts every zone at the top of the product's list", () => {
  expect(FAVOURITE_ZONES.filter((zone) => !isZone(zone))).toEqual([]);
});
it('accepts every zone of Node.js, and old names', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !isZone(zone))).toEqual([]);
  expect(['US/Pacific', 'Asia/Calcutta', 'Etc/GMT+5'].every(isZone)).toBe(true);
});
it.each(['Mumbai', '+01:00', '', 'Europe/', '../etc/passwd', 'x'.repeat(80), null, 7, ['UTC']])(
  'refuses %p',
  (name) => {
    expect(isZone(name)).toBe(false);
  },
);
