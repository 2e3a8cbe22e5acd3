import { expect, it } from '@jest/globals';
import { forTerminal } from './terminal-text.ts';

it.each([
  ['a\r\nb', 'a\\u000d\\u000ab'],
  ['\u001b[2J\u001b]0;x\u0007', '\\u001b[2J\\u001b]0;x\\u0007'],
  ['\u009b31m', '\\u009b31m'],
  ['\u202egnp.exe', '\\u202egnp.exe'],
  ['a\u2028b', 'a\\u2028b'],
  ['\u{e0041}', '\\udb40\\udc41'],
  ['Grüße, 東京 🙂', 'Grüße, 東京 🙂'],
])('writes %j as %j', (text, written) => {
  expect(forTerminal(text)).toBe(written);
});
