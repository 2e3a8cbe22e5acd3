import { expect, it } from '@jest/globals';
import { networkOf } from './network-of.ts';

it('returns the same network for both notations of an IPv4 address', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
});
it('returns the same network for all addresses of one IPv6 network', () => {
  expect(networkOf('2001:db8:1:2::7')).toBe(networkOf('2001:db8:1:2:ffff::9'));
  expect(networkOf('2001:db8:1:2::7')).not.toBe(networkOf('2001:db8:1:3::7'));
});
it('returns `unknown` for an empty text', () => {
  expect(networkOf('')).toBe('unknown');
});
