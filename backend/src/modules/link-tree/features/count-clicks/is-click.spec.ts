import { expect, it } from '@jest/globals';
import { isClick } from './is-click.ts';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const CLICK = {
  'user-agent': BROWSER,
  'ping-to': 'https://ana.example/',
  'sec-fetch-site': 'same-origin',
};

it('accepts the ping of a browser', () => {
  expect(isClick(CLICK)).toBe(true);
  // Some browsers do not send the headers of Fetch Metadata.
  expect(isClick({ 'user-agent': BROWSER, 'ping-to': 'https://ana.example/' })).toBe(true);
});
it.each([
  ['a request without Ping-To', { 'ping-to': undefined }],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ['a program without a user agent', { 'user-agent': undefined }],
  [
    'a search engine',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com/bot.html)' },
  ],
  ['a script', { 'user-agent': 'curl/8.5.0' }],
  ['a headless browser', { 'user-agent': BROWSER.replace('Chrome', 'HeadlessChrome') }],
  ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetch of an older browser', { purpose: 'prefetch' }],
  ['a preview', { 'x-purpose': 'preview' }],
  ['a prefetch of an older Firefox', { 'x-moz': 'prefetch' }],
])('does not count %s', (_, changes) => {
  expect(isClick({ ...CLICK, ...changes })).toBe(false);
});
