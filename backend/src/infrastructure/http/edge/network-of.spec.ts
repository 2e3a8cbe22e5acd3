import { expect, it } from '@jest/globals';
import { networkOf } from './network-of.ts';

it('counts an IPv4 address as itself in both notations', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
it('counts the addresses of one IPv6 network as one', () => {
  expect(networkOf('2001:db8:1:2::7')).toBe(networkOf('2001:db8:1:2:ffff::9'));
  expect(networkOf('2001:db8:1:2::7')).not.toBe(networkOf('2001:db8:1:3::7'));
});
it('counts all texts that are not addresses together', () => {
  expect(networkOf('')).toBe('unknown');
});
