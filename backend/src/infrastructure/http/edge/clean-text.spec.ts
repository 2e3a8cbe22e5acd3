import { expect, it } from '@jest/globals';
import { cleanText } from './clean-text.ts';

it.each([
  ['a soft line break of PowerPoint', 'one\u000btwo', 'one\ntwo'],
  ['a page break of Word', 'one\ftwo', 'one\ntwo'],
  ['a line separator', 'one\u2028two\u2029three\u0085four', 'one\ntwo\nthree\nfour'],
  ['line ends of Windows and of old systems', 'one\r\n\r\ntwo\rthree', 'one\n\ntwo\nthree'],
])('makes a line end of %s', (_what, text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});
it('removes control characters and lone surrogates, which platforms refuse', () => {
  expect(cleanText('a\u0000b\u0007c\u001bd\u007fe\u0081f\ud83cg')).toBe('abcdefg');
});
it('keeps tabs, joiners, marks of direction and all visible characters', () => {
  const text = '\tone\n 👨‍👩‍👧 ❤️ می\u200cخواهم \u200fשלום e\u0301\u00a0\u3000。';
  expect(cleanText(text)).toBe(text);
});
