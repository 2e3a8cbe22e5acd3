import { expect, it } from '@jest/globals';
import { shortened } from './fixes.ts';

const within = (max: number) => (text: string) => text.length <= max;

it('cuts between words and marks the cut', () => {
  expect(shortened('The shop is open from nine', within(16))).toBe('The shop is…');
  expect(shortened('The shop is open from nine', within(17))).toBe('The shop is open…');
});
it('leaves no punctuation mark before the ending', () => {
  expect(shortened('Bread, butter, salt', within(9))).toBe('Bread…');
});
it('cuts a word that is too long by itself, and never splits an emoji', () => {
  expect(shortened('Donaudampfschiff', within(6))).toBe('Donau…');
  expect(shortened('👩‍👩‍👧👩‍👩‍👧', within(10))).toBe('👩‍👩‍👧…');
});
it('has no fix where nothing fits', () => {
  expect(shortened('Hello', within(1))).toBe(null);
  expect(shortened('', within(9))).toBe(null);
});
