import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { textOf } from '../json.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { instantAfter } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import { ReconnectNeeded, RenewalFailed } from '../outcomes.ts';
import { ThreadsError, type ThreadsClient } from './client.ts';

/** A younger long-lived token is refused by the renewal: developers.facebook.com/docs/threads/get-started/long-lived-tokens. */
const RENEWABLE_AFTER_MS = 24 * 3_600_000;
const TIMEOUT_MS = 15_000;

export type LongLived = Readonly<{ accessToken: string; expiresAt: string | null; issuedAt: string }>;

/** Sixty days for the hour of a code. @throws TokenRefused, ThreadsError, OutgoingError */
export const exchange = (
  client: ThreadsClient,
  token: string,
  secret: string,
  now: Date,
): Promise<LongLived> =>
  ask(
    client,
    '/access_token',
    { grant_type: 'th_exchange_token', client_secret: secret, access_token: token },
    now,
  );

/**
 * Sixty days more: on this platform a token renews itself. One that is too young for that is asked for its owner instead,
 * which tells whether it still holds, and stays as it is.
 * @throws ReconnectNeeded, RenewalFailed, OutgoingError
 */
export async function renew(client: ThreadsClient, stored: JsonObject, now: Date): Promise<JsonObject> {
  const { accessToken } = oauthCredentials(stored);
  const age = now.getTime() - Date.parse(textOf(stored['issuedAt']) ?? '');
  try {
    if (age < RENEWABLE_AFTER_MS) {
      await client.send({ path: '/me', fields: { fields: 'id', access_token: accessToken } });
      return stored;
    }
    const fields = { grant_type: 'th_refresh_token', access_token: accessToken };
    return { ...stored, ...(await ask(client, '/refresh_access_token', fields, now)) };
  } catch (error) {
    if (error instanceof TokenRefused) throw new ReconnectNeeded(error.words);
    if (error instanceof ThreadsError) throw new RenewalFailed(error.words);
    throw error;
  }
}

async function ask(
  client: ThreadsClient,
  path: string,
  fields: Readonly<Record<string, string>>,
  now: Date,
): Promise<LongLived> {
  const body = await client.send({ path, fields, versioned: false, request: { timeoutMs: TIMEOUT_MS } });
  const accessToken = textOf(body['access_token']);
  if (accessToken === null)
    throw new OutgoingError('unreadable', true, 'threads', 'answered and gave no token');
  return {
    accessToken,
    expiresAt: instantAfter(now, body['expires_in']),
    issuedAt: now.toISOString(),
  };
}
