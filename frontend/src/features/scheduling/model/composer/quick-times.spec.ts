// @zones
import { expect, it } from '@jest/globals';
import { quickTimes } from './quick-times.ts';

const quickTimesAt = (instant: string, zone: string) => quickTimes(Date.parse(instant), zone);

it('offers one hour from now (rounded up to a minute), tonight and tomorrow, in the time zone', () => {
  expect(quickTimesAt('2026-11-23T15:59:30Z', 'Asia/Tokyo')).toEqual([
    { name: 'inOneHour', localTime: '2026-11-24T02:00' },
    { name: 'tonight', localTime: '2026-11-24T18:00' },
    { name: 'tomorrow', localTime: '2026-11-25T09:00' },
  ]);
});
it('leaves out times that have passed', () => {
  expect(quickTimesAt('2026-12-31T18:00:00Z', 'Europe/London')).toEqual([
    { name: 'inOneHour', localTime: '2026-12-31T19:00' },
    { name: 'tomorrow', localTime: '2027-01-01T09:00' },
  ]);
});
