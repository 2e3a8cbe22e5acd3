import { expect, it } from '@jest/globals';
import { isFromThisMachine } from './from-this-machine.ts';

const isLocal = (remoteAddress: string | undefined, headers = {}) =>
  isFromThisMachine({ headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress } });

it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('counts %s as this machine', (address) => {
  expect(isLocal(address)).toBe(true);
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
])('counts %p as another machine, even when a header names this machine', (address) => {
  expect(isLocal(address)).toBe(false);
  expect(isLocal(address, { 'x-forwarded-for': '127.0.0.1' })).toBe(false);
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
])('treats a request with the header %s as forwarded by a proxy', (name) => {
  expect(isLocal('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false);
});
