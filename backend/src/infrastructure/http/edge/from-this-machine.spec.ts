import { expect, it } from '@jest/globals';
import { isFromThisMachine } from './from-this-machine.ts';

const asked = (remoteAddress: string | undefined, headers = {}) =>
  isFromThisMachine({ headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress } });

it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('counts %s as this machine', (address) => {
  expect(asked(address)).toBe(true);
});
it.each([
  undefined,
  '',
  '10.0.0.7',
  '203.0.113.7',
  '::ffff:10.0.0.7',
  '172.17.0.1',
  'fe80::1',
  '2001:db8::1',
])('takes %p for another machine, whatever its headers say', (address) => {
  expect(asked(address)).toBe(false);
  expect(asked(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
});
it.each([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
  'x-original-host',
])('takes a request with %s as forwarded by a proxy', (name) => {
  expect(asked('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
});
