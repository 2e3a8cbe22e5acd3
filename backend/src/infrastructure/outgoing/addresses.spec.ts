import { expect, it } from '@jest/globals';
import { isPublicAddress } from './addresses.ts';

const PUBLIC = ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111'];
const OTHERS = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'ff02::1',
];

it.each(PUBLIC)('accepts the IP address %s', (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});
it.each(OTHERS)('refuses the IP address %s', (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});
it('refuses text that is not an IP address', () => {
  expect(isPublicAddress('example.com')).toBe(false);
  expect(isPublicAddress('')).toBe(false);
});
