import { expect, it } from '@jest/globals';
import { isPlain } from './body-shape.ts';

const nested = (depth: number): unknown => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth));

it('accepts what forms send', () => {
  expect(isPlain(undefined)).toBe(true);
  expect(isPlain({ content: 'Hi', mediaFiles: [{ mediaUrl: '/media/a.jpg', altText: null }] })).toBe(true);
});
it('refuses a body with more than 16 levels, even one with 100,000 levels', () => {
  expect(isPlain(nested(16))).toBe(true);
  expect(isPlain(nested(17))).toBe(false);
  expect(isPlain(nested(100_000))).toBe(false);
});
it('refuses more names or more values than any form has', () => {
  expect(isPlain(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${String(n)}`, n])))).toBe(
    false,
  );
  expect(isPlain({ ids: Array.from({ length: 5_000 }, (_, n) => n) })).toBe(false);
});
