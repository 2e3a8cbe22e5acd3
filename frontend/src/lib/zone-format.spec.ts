import { expect, it } from '@jest/globals';
import { dayAndTime, exactTime, zoneClock } from './zone-format.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

it('writes a day alike with its year and without', () => {
  expect(dayAndTime('2026-11-21T22:51:00Z', 'Europe/Paris', NOW)).toBe('Sat 21 Nov, 23:51');
  expect(dayAndTime('2027-11-23T06:29:00Z', 'UTC', NOW)).toBe('Tue 23 Nov 2027, 06:29');
  expect(exactTime('2026-11-23T06:29:05Z', 'UTC')).toBe('Mon 23 Nov 2026, 06:29:05 UTC');
});

it('names the clock of a zone by its city and by how far it is from Greenwich', () => {
  expect(zoneClock('2026-11-21T22:51:00Z', 'Europe/Paris')).toBe('Paris time (GMT+1)');
  expect(zoneClock('2026-07-21T22:51:00Z', 'America/New_York')).toBe('New York time (GMT-4)');
  expect(zoneClock('2026-11-21T22:51:00Z', 'UTC')).toBe('UTC');
  expect(zoneClock('2026-11-21T22:51:00Z', 'Etc/GMT+5')).toBe('GMT-5');
});
