import { createHash } from 'node:crypto';
import { base32 } from './base32.ts';

export const PDS_HOST = 'pds.sandbox.test';
/** The DID of the server. Its name differs from the host, as on servers that have moved to another host. */
export const PDS_DID = 'did:web:bsky.sandbox.test';
export const VIDEO_HOST = 'video.sandbox.test';
/** Hosts of the service itself. Each of these hosts answers all AT Protocol calls. */
export const SERVICE_HOSTS: readonly string[] = [
  'bsky.sandbox.test',
  PDS_HOST,
  'plc.sandbox.test',
  VIDEO_HOST,
];

const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:sandbox\.test|bsky\.social)$/;

export const plainHandle = (given: string): string => given.trim().replace(/^@/, '').toLowerCase();

/**
 * Every handle under `.sandbox.test` and, as on Bluesky itself, `.bsky.social` has an account.
 * The service's own hosts, handles under `mastodon.sandbox.test` and handles that begin with `missing` have none.
 */
export const handleExists = (handle: string): boolean =>
  HANDLE.test(handle) &&
  handle.length <= 253 &&
  !SERVICE_HOSTS.includes(handle) &&
  !/(^|\.)mastodon\.sandbox\.test$/.test(handle) &&
  !handle.startsWith('missing');

/** The DID is derived from the handle. So it is the same before the first login, after it and after a reset. */
export const didOf = (handle: string): string =>
  `did:plc:${base32(createHash('sha256').update(handle).digest()).slice(0, 24)}`;

export const isDid = (text: string): boolean => /^did:plc:[a-z2-7]{24}$/.test(text);

export const didDocument = (did: string, handle: string): object => ({
  '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
  id: did,
  alsoKnownAs: [`at://${handle}`],
  verificationMethod: [
    {
      id: `${did}#atproto`,
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: `zQ3sh${createHash('sha256').update(did).digest('hex').slice(0, 43).replaceAll('0', 'z')}`,
    },
  ],
  service: [
    { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: `https://${PDS_HOST}` },
  ],
});

export const postUri = (did: string, rkey: string): string => `at://${did}/${POSTS}/${rkey}`;

export const POSTS = 'app.bsky.feed.post';
export const GATES = 'app.bsky.feed.threadgate';

export type RecordName = Readonly<{ did: string; collection: string; rkey: string }>;

/** Null when the text is not the URI of a record. */
export function parseUri(uri: string): RecordName | null {
  const match = /^at:\/\/(did:[a-z0-9:.]+)\/([a-zA-Z0-9.-]+)\/([\w.:~-]{1,512})$/.exec(uri);
  const [, did, collection, rkey] = match ?? [];
  return did && collection && rkey ? { did, collection, rkey } : null;
}
