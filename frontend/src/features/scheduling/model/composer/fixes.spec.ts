import { expect, it } from '@jest/globals';
import { shortened } from './fixes.ts';

const within = (max: number) => (text: string) => text.length <= max;

it('cuts between words, and adds an ellipsis', () => {
  expect(shortened('The shop is open from nine', within(16))).toBe('The shop is…');
  expect(shortened('The shop is open from nine', within(17))).toBe('The shop is open…');
});
it('removes a punctuation mark before the ellipsis', () => {
  expect(shortened('Bread, butter, salt', within(9))).toBe('Bread…');
});
it('cuts inside a word that is longer than the limit, and never splits an emoji', () => {
  expect(shortened('Donaudampfschiff', within(6))).toBe('Donau…');
  expect(shortened('👩‍👩‍👧👩‍👩‍👧', within(10))).toBe('👩‍👩‍👧…');
});
it('returns null when no shorter text fits', () => {
  expect(shortened('Hello', within(1))).toBe(null);
  expect(shortened('', within(9))).toBe(null);
});
