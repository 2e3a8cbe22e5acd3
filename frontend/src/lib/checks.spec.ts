import { expect, it } from '@jest/globals';
import { first, maxText, pattern, required } from './checks.ts';

it('counts an emoji as one character', () => {
  expect(maxText(2, 'too long')('😀😀')).toBe(true);
  expect(maxText(2, 'too long')('😀😀😀')).toBe('too long');
});
it('treats white space as empty', () => {
  expect(required('missing')(' ')).toBe('missing');
  expect(required('missing')([])).toBe('missing');
});
it('returns only the first error message', () => {
  const check = first(required('missing'), maxText(2, 'too long'));
  expect([' ', 'abc', 'ab'].map((text) => check(text))).toEqual(['missing', 'too long', true]);
});
it('ignores white space around a text when it checks the format', () => {
  const check = pattern(/^https?:\/\/\S+$/, 'not an address');
  expect([' https://a.example ', 'a.example'].map((text) => check(text))).toEqual([true, 'not an address']);
});
