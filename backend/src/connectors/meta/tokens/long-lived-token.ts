import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { textOf } from '../../kit/json.ts';
import { oauthCredentials } from '../../kit/oauth/oauth-credentials.ts';
import { instantAfter } from '../../kit/oauth/token-endpoint.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { ReconnectNeeded, RenewalFailed } from '../../kit/outcomes.ts';

/**
 * A younger long-lived token is refused by the renewal: developers.facebook.com/docs/threads/get-started/long-lived-tokens and
 * /docs/instagram-platform/instagram-api-with-instagram-login/business-login.
 */
const RENEWABLE_AFTER_MS = 24 * 3_600_000;

/** The code of a callback: Meta's pages send some with a fragment that is none of them. */
export const codeOfMeta = (query: URLSearchParams): string => (query.get('code') ?? '').replace(/#_$/u, '');

export type LongLived = Readonly<{ accessToken: string; expiresAt: string | null; issuedAt: string }>;

/** One of Meta's platforms whose tokens renew themselves; they differ in names and in how they word errors. */
export type LongLivedTokens = Readonly<{
  name: string;
  /** Before `_exchange_token` and `_refresh_token`. */
  grant: 'th' | 'ig';
  /** GET without a version in the address. @throws TokenRefused, OutgoingError, and errors that `refusal` knows */
  trade(
    path: 'access_token' | 'refresh_access_token',
    fields: Readonly<Record<string, string>>,
  ): Promise<JsonObject>;
  /** Whose token it is. Throws as `trade` does. */
  check(token: string): Promise<unknown>;
  /** The words of an error of the platform; undefined for any other. */
  refusal(error: unknown): string | null | undefined;
}>;

/** Sixty days for the hour of a code. @throws what `trade` throws */
export const exchangeToken = (
  tokens: LongLivedTokens,
  token: string,
  secret: string,
  now: Date,
): Promise<LongLived> => {
  const fields = {
    grant_type: `${tokens.grant}_exchange_token`,
    client_secret: secret,
    access_token: token,
  };
  return trade(tokens, 'access_token', fields, now);
};

/**
 * Sixty days more: on these platforms a token renews itself. One that is too young for that is asked for its owner instead,
 * which tells whether it still holds, and stays as it is.
 * @throws ReconnectNeeded, RenewalFailed, OutgoingError
 */
export async function renewToken(
  tokens: LongLivedTokens,
  stored: JsonObject,
  now: Date,
): Promise<JsonObject> {
  const { accessToken } = oauthCredentials(stored);
  const age = now.getTime() - Date.parse(textOf(stored['issuedAt']) ?? '');
  try {
    if (age < RENEWABLE_AFTER_MS) {
      await tokens.check(accessToken);
      return stored;
    }
    const fields = { grant_type: `${tokens.grant}_refresh_token`, access_token: accessToken };
    return { ...stored, ...(await trade(tokens, 'refresh_access_token', fields, now)) };
  } catch (error) {
    if (error instanceof TokenRefused) throw new ReconnectNeeded(error.words);
    const words = tokens.refusal(error);
    throw words === undefined ? error : new RenewalFailed(words);
  }
}

async function trade(
  { name, trade: ask }: LongLivedTokens,
  path: 'access_token' | 'refresh_access_token',
  fields: Readonly<Record<string, string>>,
  now: Date,
): Promise<LongLived> {
  const body = await ask(path, fields);
  const accessToken = textOf(body['access_token']);
  if (accessToken === null) throw new OutgoingError('unreadable', true, name, 'answered and gave no token');
  return { accessToken, expiresAt: instantAfter(now, body['expires_in']), issuedAt: now.toISOString() };
}
