// @zones
import { expect, it } from '@jest/globals';
import { noticeTimes, spanEnd } from './notice-times.ts';

const times = noticeTimes({});
const at = (time: string) => new Date(`2030-01-01T${time}.000Z`);
const ends = (kind: Parameters<typeof spanEnd>[0], time: string) =>
  spanEnd(kind, at(time), times).toISOString().slice(11, 19);

it('groups comments by the hour and all other notices by five minutes, in adjacent spans', () => {
  expect(ends('newComment', '12:00:00')).toBe('13:00:00');
  expect(ends('newComment', '12:59:59')).toBe('13:00:00');
  expect(ends('newComment', '13:00:00')).toBe('14:00:00');
  expect(ends('postFailed', '12:04:59')).toBe('12:05:00');
  expect(ends('postFailed', '12:05:00')).toBe('12:10:00');
  expect(ends('accountExpiring', '12:07:30')).toBe('12:10:00');
});
