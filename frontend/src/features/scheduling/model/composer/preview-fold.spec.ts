import { expect, it } from '@jest/globals';
import { folded } from './preview-fold.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${String(at + 1)}`).join('\n');

it("folds a text at the platform's limit, and never splits a character", () => {
  expect(folded('x'.repeat(125), 'instagram')).toBe(null);
  expect(folded('x'.repeat(126), 'instagram')).toEqual({ seen: 'x'.repeat(125), word: 'more' });
  expect(folded('👩‍👩‍👧'.repeat(125), 'instagram')).toBe(null);
});
it.each([
  ['linkedin', 3, 'more'],
  ['facebook', 5, 'See more'],
  ['bluesky', 25, 'Show more'],
  ['mastodon', 32, 'Read more'],
] as const)('folds short lines on %s after %i lines', (platform, most, word) => {
  expect(folded(lines(most), platform)).toBe(null);
  expect(folded(lines(most + 1), platform)).toEqual({ seen: lines(most), word });
  expect(folded(lines(most).replaceAll('\n', '\r\n'), platform)).toBe(null);
});
it('counts a line that is wider than the screen as several', () => {
  expect(folded(`${'x'.repeat(90)}\ny\nz`, 'linkedin')).toEqual({
    seen: `${'x'.repeat(90)}\ny`,
    word: 'more',
  });
});
it('folds a long post on X even if it has few lines', () => {
  expect(folded(lines(30), 'twitter')).toBe(null);
  expect(folded('x'.repeat(281), 'twitter')).toEqual({ seen: 'x'.repeat(280), word: 'Show more' });
});
it('shows the whole text on a platform that does not fold it', () => {
  expect(folded('x'.repeat(500), 'threads')).toBe(null);
  expect(folded('x'.repeat(300), 'bluesky')).toBe(null);
});
