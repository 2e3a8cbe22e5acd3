// @zones
import { expect, it } from '@jest/globals';
import { quickTimes } from './quick-times.ts';

const quickTimesAt = (instant: string, zone: string) => quickTimes(Date.parse(instant), zone);

it('offers one hour from now (rounded up to a minute), tonight and tomorrow, in the time zone', () => {
  expect(quickTimesAt('2026-11-23T15:59:30Z', 'Asia/Tokyo')).toEqual([
    { name: 'inOneHour', localTime: '2026-11-24T02:00', second: false },
    { name: 'tonight', localTime: '2026-11-24T18:00', second: false },
    { name: 'tomorrow', localTime: '2026-11-25T09:00', second: false },
  ]);
});
it('leaves out times that have passed', () => {
  expect(quickTimesAt('2026-12-31T18:00:00Z', 'Europe/London')).toEqual([
    { name: 'inOneHour', localTime: '2026-12-31T19:00', second: false },
    { name: 'tomorrow', localTime: '2027-01-01T09:00', second: false },
  ]);
});
it('offers one hour from now while the clocks show the same hour twice', () => {
  expect(quickTimesAt('2026-10-25T00:10:00Z', 'Europe/Paris')).toEqual([
    { name: 'inOneHour', localTime: '2026-10-25T02:10', second: true },
    { name: 'tonight', localTime: '2026-10-25T18:00', second: false },
    { name: 'tomorrow', localTime: '2026-10-26T09:00', second: false },
  ]);
});
