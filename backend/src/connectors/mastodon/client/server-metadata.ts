import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, listOf, textOf } from '../../kit/json.ts';
import { MastodonError, type MastodonClient } from './client.ts';

const ADDRESS_MAX = 2000;

/** The URL of the consent page, and whether the server supports PKCE with S256. */
export type ServerMetadata = Readonly<{ authorizeUrl: string; pkce: boolean }>;

/**
 * RFC 8414, on Mastodon since 4.3: docs.joinmastodon.org/methods/oauth/#authorization-server-metadata. Older and other servers lack it. A
 * server may send the browser only to itself, unless it `isOpen`: named by the operator, or the sandbox.
 * @throws OutgoingError, BreakerOpen, MastodonError for a server that fails
 */
export async function readMetadata(
  client: MastodonClient,
  server: string,
  isOpen: boolean,
): Promise<ServerMetadata> {
  const body = await metadataAt(client, server);
  const usual = `${server}/oauth/authorize`;
  const named = textOf(at(body, 'authorization_endpoint')) ?? usual;
  return {
    authorizeUrl: isTaken(named, server, isOpen) ? named : usual,
    pkce: listOf(at(body, 'code_challenge_methods_supported')).includes('S256'),
  };
}

function isTaken(named: string, server: string, isOpen: boolean): boolean {
  if (named.length > ADDRESS_MAX || !URL.canParse(named)) return false;
  const { origin, protocol } = new URL(named);
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
