import { expect, it } from '@jest/globals';
import { newTid, tidOf } from './tid.ts';

it('creates keys of 13 characters from the sortable alphabet', () => {
  expect(newTid(new Date())).toMatch(/^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
});
it('creates the same keys as Bluesky', () => {
  expect(tidOf(0n, 0)).toBe('2222222222222');
  expect(tidOf(0n, 31)).toBe('222222222222z');
  expect(tidOf(0n, 32)).toBe('2222222222232');
  expect(tidOf(1_688_137_381_887_007n, 24)).toBe('3jzfcijpj2z2s');
});
it('creates keys that sort by time', () => {
  const instants = [0, 1, 1_000, 1_700_000_000_000, 1_900_000_000_000].map((ms) =>
    tidOf(BigInt(ms) * 1000n, 1023),
  );
  expect([...instants].sort()).toEqual(instants);
});
it('rarely creates equal keys in the same millisecond', () => {
  const now = new Date();
  expect(new Set(Array.from({ length: 50 }, () => newTid(now))).size).toBeGreaterThan(45);
});
