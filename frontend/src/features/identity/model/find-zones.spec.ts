// @zones
import { expect, it } from '@jest/globals';
import { findZones, zoneNamed } from './find-zones.ts';

const WINTER = Date.parse('2026-01-15T12:00:00Z');
const firstZone = (typed: string) => findZones(typed, WINTER)[0];

it.each([
  ['New York', 'America/New_York', 'New York'],
  ['new_york', 'America/New_York', 'New York'],
  ['america/new y', 'America/New_York', 'New York'],
  ['Mumbai', 'Asia/Kolkata', 'Mumbai'],
  ['calcutta', 'Asia/Kolkata', 'Calcutta'],
  ['São Paulo', 'America/Sao_Paulo', 'Sao Paulo'],
  ['san f', 'America/Los_Angeles', 'San Francisco'],
  ['kiev', 'Europe/Kyiv', 'Kiev'],
  ['buenos', 'America/Argentina/Buenos_Aires', 'Buenos Aires'],
])('finds a zone by the typed text %s', (typed, zone, city) => {
  expect(firstZone(typed)).toEqual({ zone, city });
});
it.each(['GMT+5:30', '+05:30', 'utc +5:30', '+0530'])('finds a zone by its offset %s', (typed) => {
  expect(findZones(typed, WINTER).map(({ zone }) => zone)).toContain('Asia/Kolkata');
  expect(findZones(typed, WINTER).map(({ zone }) => zone)).not.toContain('Europe/London');
});
it('lists each zone once, and returns an empty list for an empty or unknown text', () => {
  const zones = findZones('a', WINTER).map(({ zone }) => zone);
  expect(new Set(zones).size).toBe(zones.length);
  expect(findZones('', WINTER)).toEqual([]);
  expect(findZones('nowhere at all', WINTER)).toEqual([]);
});
it('recognizes a zone by its full name or its city', () => {
  expect(zoneNamed('Europe/Lisbon')).toBe('Europe/Lisbon');
  expect(zoneNamed('new york')).toBe('America/New_York');
  expect(zoneNamed('Mumbai')).toBe('Asia/Kolkata');
  expect(zoneNamed('UTC')).toBe('UTC');
  expect(zoneNamed('New')).toBeNull();
});
