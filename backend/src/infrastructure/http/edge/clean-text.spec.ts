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
  const text = '\tone\n 👨‍👩‍👧 ❤️ می\u200cخواهم \u200fשלום é\u00a0\u3000。';
  expect(cleanText(text)).toBe(text);
});
it.each([
  ['accents of a PDF', '#cafe\u0301 Vie\u0323\u0302t', '#caf\u00e9 Vi\u1ec7t'],
  ['Korean of a Mac', '\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
  ['Japanese of a Mac', '\u304b\u3099', 'が'],
])('composes %s, so that hashtags and searches find it', (_what, text, composed) => {
  expect(cleanText(text)).toBe(composed);
});
it.each(['神 \ufa19 \uf900', 'Å \u212b', 'हिन्दी', 'q\u0303', '👩\u200d🍳 ❤\ufe0f'])(
  'keeps %s as it is written',
  (text) => {
    expect(cleanText(text)).toBe(text);
  },
);
it('composes a long text in linear time', () => {
  expect(cleanText('e\u0301'.repeat(200_000))).toHaveLength(200_000);
  expect(cleanText(`e${'\u0301'.repeat(200_000)}`).startsWith('\u00e9')).toBe(true);
}, 5_000);
