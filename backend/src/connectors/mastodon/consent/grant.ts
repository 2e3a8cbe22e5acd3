import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { ServerApp } from '../../contract/server-apps.ts';
import { at, objectOf, textOf } from '../../kit/json.ts';
import type { MastodonClient } from '../client/client.ts';
import { refusesToken } from '../errors.ts';

/** A token that came by consent, and the application it was given to: only that one may give it back. */
export type MastodonGrant = ServerApp & Readonly<{ token: string }>;

/**
 * What a consent has added to the credentials of an account; null for a token that its owner made by hand. It has the token
 * besides, because another one may have taken its place since.
 */
export function grantIn(credentials: JsonObject): MastodonGrant | null {
  const grant = objectOf(credentials['grant']) ?? undefined;
  const [id, secret, token] = ['id', 'secret', 'token'].map((name) => textOf(at(grant, name)));
  return id && secret && token ? { id, secret, token } : null;
}

/** One that is gone already leaves nothing to do: https://docs.joinmastodon.org/methods/oauth/#revoke @throws MastodonError, OutgoingError, BreakerOpen */
export async function giveBack(
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
