import { expect, it } from '@jest/globals';
import { DayVisitors } from './day-visitors.ts';

const noon = new Date('2030-01-01T12:00:00.000Z');
const ana = ['203.0.113.7', 'Firefox'];

it('recognises a visitor on the same day by IP address and browser together', () => {
  const visitors = new DayVisitors();
  expect(visitors.isNew(ana, noon)).toBe(true);
  expect(visitors.isNew(ana, new Date('2030-01-01T23:59:59.999Z'))).toBe(false);
  expect(visitors.isNew(['203.0.113.7', 'Safari'], noon)).toBe(true);
  // Two visitors differ although their joined values are the same text.
  expect(visitors.isNew(['203.0.113.7F', 'irefox'], noon)).toBe(true);
});
it('does not recognise a visitor on the next day, even if no other visitor came in between', () => {
  const visitors = new DayVisitors();
  visitors.isNew(ana, noon);
  visitors.begin(new Date('2030-01-02T00:00:00.000Z'));
  expect(visitors.isNew(ana, new Date('2030-01-02T00:00:01.000Z'))).toBe(true);
});
it('uses a different key in each process', () => {
  const [one, other] = [new DayVisitors(), new DayVisitors()];
  expect([one.isNew(ana, noon), other.isNew(ana, noon)]).toEqual([true, true]);
});
