import { expect, it } from '@jest/globals';
import { isReservedHandle } from './reserved-handles.ts';

it.each(['admin', 'www', 'log_in', '_api_', 'support'])('reserves %s, a word of the product', (handle) => {
  expect(isReservedHandle(handle)).toBe(true);
});
it.each([
  ...['wpad', 'autodiscover', 'autoconfig', 'isatap', 'lyncdiscover', 'openpgpkey'],
  ...['mta_sts', 'mtasts', '_mta_sts', '_dmarc', 'smtp_tls', '_acme_challenge', 'ssl_admin'],
  ...[
    'ns',
    'ns1',
    'ns2',
    'ns_1',
    'ns12',
    'mx',
    'mx1',
    'mx10',
    'www2',
    'www3',
    'smtp1',
    'mail2',
    'imap4',
    'vpn1',
  ],
])('reserves %s, which programs use as a host name of a domain', (handle) => {
  expect(isReservedHandle(handle)).toBe(true);
});
it.each([
  'ana',
  'ana1',
  'nsync',
  'mxes',
  'emma_wpad',
  'wpadded',
  'ns1_fan',
  'baker2',
  'newsagent',
  '1',
  '42',
])('allows %s', (handle) => {
  expect(isReservedHandle(handle)).toBe(false);
});
