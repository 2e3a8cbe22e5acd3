import { expect, it } from '@jest/globals';
import { instanceAddress } from './instance-address.ts';

const allowedHosts = [
  { host: 'localhost', port: 3000 },
  { host: '127.0.0.1', port: 2583 },
];

it.each([
  ['https://mastodon.social', 'https://mastodon.social'],
  ['http://mastodon.social/', 'https://mastodon.social'],
  ['mastodon.social', 'https://mastodon.social'],
  ['Mastodon.Social/@ana', 'https://mastodon.social'],
  ['@ana@mastodon.social', 'https://mastodon.social'],
  ['https://Social.Example.com:8443/@ana', 'https://social.example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:2583/', 'http://127.0.0.1:2583'],
])('reads %s as the server %s', (typed, origin) => {
  expect(instanceAddress(typed, allowedHosts)).toBe(origin);
});
it.each([
  'mastodon',
  '169.254.169.254',
  'ftp://mastodon.social',
  'https://mastodon',
  'https://mastodon.s',
  'https://localhost:3001',
  'http://127.0.0.1:80',
  'https://169.254.169.254',
  'https://[::1]',
  'https://user@mastodon.social',
  'not a host',
  'https://',
])('refuses %s', (typed) => {
  expect(instanceAddress(typed, allowedHosts)).toBeNull();
});
