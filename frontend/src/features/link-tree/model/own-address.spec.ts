import { expect, it } from '@jest/globals';
import { isWebAddress, withScheme } from './own-address.ts';

it.each([
  ['example.com/shop', 'https://example.com/shop'],
  [' example.com ', 'https://example.com'],
  ['example.com:8080/x', 'https://example.com:8080/x'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['mailto:ana@example.com', 'mailto:ana@example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['\u200eexample.com/shop\u200b\u2060 ', 'https://example.com/shop'],
  ['\ufeffhttps://example.com\u200f', 'https://example.com'],
  ['\u200b', ''],
  ['', ''],
])('reads %s as %s', (typed, address) => {
  expect(withScheme(typed)).toBe(address);
});

it('does not hang on a text of many spaces', () => {
  const text = `a${' '.repeat(500_000)}b`;
  expect(withScheme(text)).toBe(`https://${text}`);
}, 5_000);

it.each(['https://example.com', 'http://example.com:8080/x?y#z', 'http://10.0.0.1', 'http://[::1]/'])(
  'accepts %s as the URL of a link',
  (address) => {
    expect(isWebAddress(address)).toBe(true);
  },
);
it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'mailto:ana@example.com',
  'https://',
  'https://foo',
  'https://shop example.com',
  'ftp://example.com',
  '',
])('does not accept "%s" as the URL of a link', (address) => {
  expect(isWebAddress(address)).toBe(false);
});
