import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { ServerApp } from '../../contract/server-apps.ts';
import { at, objectOf, textOf } from '../../kit/json.ts';
import type { MastodonClient } from '../client/client.ts';
import { refusesToken } from '../errors.ts';

/** A token from a consent, and the application that received it. Only this application may revoke the token. */
export type MastodonGrant = ServerApp & Readonly<{ token: string }>;

/**
 * The grant in an account's credentials; null if the owner created the token on the server. The grant contains a copy of the
 * token, because the owner may have replaced the account's token in the meantime.
 */
export function grantIn(credentials: JsonObject): MastodonGrant | null {
  const grant = objectOf(credentials['grant']) ?? undefined;
  const [id, secret, token] = ['id', 'secret', 'token'].map((name) => textOf(at(grant, name)));
  return id && secret && token ? { id, secret, token } : null;
}

/**
 * Revokes the token. An already revoked token counts as success: https://docs.joinmastodon.org/methods/oauth/#revoke
 * @throws MastodonError, OutgoingError, BreakerOpen
 */
export async function revokeGrant(
  client: MastodonClient,
  server: string,
  { id, secret, token }: MastodonGrant,
): Promise<void> {
  const json = { client_id: id, client_secret: secret, token };
  try {
    await client.send({ server, method: 'POST', path: '/oauth/revoke', json });
  } catch (error) {
    if (!refusesToken(error)) throw error;
  }
}
