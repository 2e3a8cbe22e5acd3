import { expect, it } from '@jest/globals';
import { comparableText } from './shown-text.ts';

it.each([
  ['Tom & "Jerry" <3', 'Tom &amp; &quot;Jerry&quot; &lt;3'],
  ["It's", 'It&#39;s'],
  ["It's", 'It&#x27;s'],
  ['about &amp;', 'about &amp;amp;'],
  ['two\r\n\r\nlines ', 'two\nlines'],
  ['a\u00a0b\u200bc', 'a b c'],
  ['cafe\u0301', 'caf\u00e9'],
])('recognizes %j when it is shown as %j', (sent, shown) => {
  expect(comparableText(shown)).toBe(comparableText(sent));
});
it('distinguishes different texts, and changes only known character references', () => {
  expect(comparableText('Soup & bread')).not.toBe(comparableText('Soup bread'));
  expect(comparableText('AT&T; &#9999999; &unknown;')).toBe('AT&T;&#9999999;&unknown;');
});
