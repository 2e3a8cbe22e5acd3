import { expect, it } from '@jest/globals';
import { parseEventStoreDbUrl } from './event-store-db-url.ts';

it.each([
  ['kurrentdb://es1:2113', 'must begin with esdb:// or esdb+discover://, not kurrentdb://'],
  ['postgres://es1', 'must begin with esdb://'],
  ['es1:2113', 'must begin with esdb://'],
  ['esdb://es1:2113', 'needs a user and a password'],
  ['esdb://es1:2113?tls=true', 'needs a user and a password'],
  ['esdb://ana:secret@es1?throwOnAppendFailure=false', 'must not carry throwOnAppendFailure'],
  ['esdb://ana:secret@es1?Throw_On-AppendFailure=true', 'must not carry'],
  ['esdb://ana:secret@es1?tlsVerifyCert=false', 'tlsCAFile'],
  ['esdb://ana:secret@es1?colour=red', 'unknown option: colour'],
  ['esdb://ana:se:cret/t@es1', 'percent-encoded'],
  ['esdb://ana:pa?secret@es1:2113?tls=true', 'percent-encoded'],
  ['esdb://ana:50%secret@es1:2113', 'percent-encoded'],
  [
    'esdb+discover://ana:secret@es1:2113,es2:2113/?tls=true',
    'uses only the first of several hosts: name them as esdb://es1:2113,es2:2113',
  ],
])('refuses %s without showing the password', (url, sentence) => {
  expect(() => parseEventStoreDbUrl(url)).toThrow(sentence);
  expect(() => parseEventStoreDbUrl(url)).not.toThrow('secret');
});

it('reads hosts, credentials and options, and prints no credentials', () => {
  expect(parseEventStoreDbUrl('esdb://ana:s%40crt@es1:2113,es2?tlsCAFile=/ca.pem')).toMatchObject({
    username: 'ana',
    password: 's@crt',
    address: 'esdb://es1:2113,es2 (tls)',
  });
  expect(parseEventStoreDbUrl('esdb://localhost:2113?tls=false').address).toBe(
    'esdb://localhost:2113 (no tls)',
  );
});
