import { expect, it } from '@jest/globals';
import { folded } from './preview-fold.ts';

it('folds a text where its platform does, and never in the middle of a letter', () => {
  expect(folded('x'.repeat(125), 'instagram')).toBe(null);
  expect(folded('x'.repeat(126), 'instagram')).toEqual({ seen: 'x'.repeat(125), word: 'more' });
  expect(folded('👩‍👩‍👧'.repeat(125), 'instagram')).toBe(null);
});
it('shows all of it where a platform folds nothing', () => {
  expect(folded('x'.repeat(300), 'bluesky')).toBe(null);
});
