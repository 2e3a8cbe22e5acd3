import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, listOf, textOf } from '../../kit/json.ts';
import { MastodonError, type MastodonClient } from './client.ts';

const ADDRESS_MAX = 2000;

/** The URL of the consent page, and whether the server supports PKCE with S256. */
export type ServerMetadata = Readonly<{ authorizeUrl: string; pkce: boolean }>;

/**
 * Reads the metadata of a server: RFC 8414, in Mastodon since 4.3:
 * docs.joinmastodon.org/methods/oauth/#authorization-server-metadata. For other servers, this returns the usual URL. A server
 * may send the browser only to its own origin. `isOpen` removes this limit, for the sandbox and for hosts that the operator
 * listed.
 * @throws OutgoingError, BreakerOpen, MastodonError for a server that fails
 */
export async function readMetadata(
  client: MastodonClient,
  server: string,
  isOpen: boolean,
): Promise<ServerMetadata> {
  const body = await metadataAt(client, server);
  const usual = `${server}/oauth/authorize`;
  const endpoint = textOf(at(body, 'authorization_endpoint')) ?? usual;
  return {
    authorizeUrl: isAllowed(endpoint, server, isOpen) ? endpoint : usual,
    pkce: listOf(at(body, 'code_challenge_methods_supported')).includes('S256'),
  };
}

function isAllowed(endpoint: string, server: string, isOpen: boolean): boolean {
  if (endpoint.length > ADDRESS_MAX || !URL.canParse(endpoint)) return false;
  const { origin, protocol } = new URL(endpoint);
  return origin === server || (isOpen && (protocol === 'http:' || protocol === 'https:'));
}

async function metadataAt(client: MastodonClient, server: string): Promise<JsonValue | undefined> {
  try {
    return (await client.send({ server, path: '/.well-known/oauth-authorization-server' })).body;
  } catch (error) {
    const isAbsent =
      (error instanceof MastodonError && error.status < 500 && error.status !== 429) ||
      (error instanceof OutgoingError && (error.failure === 'unreadable' || error.failure === 'redirected'));
    if (isAbsent) return undefined;
    throw error;
  }
}
