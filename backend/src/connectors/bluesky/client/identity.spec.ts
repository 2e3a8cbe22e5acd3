import { expect, it } from '@jest/globals';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { BlueskyIdentity, isDid, normalHandle, pdsOf } from './identity.ts';

it.each([
  ['@Ana.bsky.social ', 'ana.bsky.social'],
  ['ana', 'ana.bsky.social'],
  ['\u202aana.example.com\u202c', 'ana.example.com'],
  ['ana.sandbox.test', 'ana.sandbox.test'],
  ['did:plc:abc', 'did:plc:abc'],
  ['https://bsky.app/profile/Ana.example.com', 'ana.example.com'],
  ['bsky.app/profile/ana.bsky.social/post/3k?x=1', 'ana.bsky.social'],
  ['https://deck.blue/profile/did:plc:abc#top', 'did:plc:abc'],
  ['https://ana.example.com/', 'ana.example.com'],
  ['＠ana', 'ana.bsky.social'],
  ['ana@example.com', 'ana@example.com'],
])('reads the entered handle %j as %s', (typed, handle) => {
  expect(normalHandle(typed)).toBe(handle);
});
it('accepts both kinds of DIDs', () => {
  expect(isDid('did:plc:ewvi7nxzyoun6zhxrhs64oiz')).toBe(true);
  expect(isDid('did:web:ana.example')).toBe(true);
  expect(isDid('did:web:localhost%3A2583')).toBe(true);
  expect(isDid('did:web:ana.example/path')).toBe(false);
  expect(isDid('did:web:ana.example%2Fpath')).toBe(false);
  expect(isDid('did:web:%E0%A4')).toBe(false);
  expect(isDid('did:key:abc')).toBe(false);
  expect(isDid('ana.example')).toBe(false);
  expect(isDid(`did:plc:${'a'.repeat(600)}`)).toBe(false);
});
it('reads only a valid URL of the right service from a DID document', () => {
  const service = (extra: object) => ({
    service: [
      {
        id: '#atproto_pds',
        type: 'AtprotoPersonalDataServer',
        serviceEndpoint: 'https://pds.example',
        ...extra,
      },
    ],
  });
  expect(pdsOf(service({}))).toBe('https://pds.example');
  expect(pdsOf(service({ id: 'did:plc:abc#atproto_pds' }))).toBe('https://pds.example');
  expect(pdsOf(service({ id: '#atproto_labeler' }))).toBeNull();
  expect(pdsOf(service({ type: 'Other' }))).toBeNull();
  expect(pdsOf(service({ serviceEndpoint: 'javascript:alert(1)' }))).toBeNull();
  expect(pdsOf(service({ serviceEndpoint: 'https://[' }))).toBeNull();
  expect(pdsOf(service({ serviceEndpoint: `https://pds.example/${'a'.repeat(600)}` }))).toBeNull();
  expect(pdsOf({ service: 'nonsense' })).toBeNull();
  expect(pdsOf(null)).toBeNull();
});
it.each([
  ['ana.bsky.social', 'https://bsky.social', true, 'https://bsky.sandbox.test'],
  ['ana.sandbox.test', 'https://pds.example', true, 'https://bsky.sandbox.test'],
  ['ana.bsky.social', 'https://pds.example', true, 'https://pds.example'],
  ['ana.bsky.social', 'https://bsky.social', false, 'https://bsky.social'],
])(
  'resolves %s, with the service %s and the sandbox on (%s), at %s',
  (handle, blueskyServiceUrl, on, service) => {
    const sandbox = on ? { url: 'http://localhost:3001' } : null;
    const configuration = { blueskyServiceUrl, plcUrl: 'https://plc.directory', sandbox };
    const noHttp = {} as PlatformHttp;
    expect(new BlueskyIdentity(noHttp, configuration).directoryFor(handle).service).toBe(service);
  },
);
