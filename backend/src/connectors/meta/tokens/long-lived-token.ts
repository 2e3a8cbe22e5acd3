import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { textOf } from '../../kit/json.ts';
import { oauthCredentials } from '../../kit/oauth/oauth-credentials.ts';
import { instantAfter } from '../../kit/oauth/token-endpoint.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { ReconnectNeeded, RenewalFailed } from '../../kit/outcomes.ts';

/**
 * The platform refuses to renew a younger long-lived token: developers.facebook.com/docs/threads/get-started/long-lived-tokens and
 * /docs/instagram-platform/instagram-api-with-instagram-login/business-login.
 */
const RENEWABLE_AFTER_MS = 24 * 3_600_000;

/** The code of a callback. Some of Meta's pages append the fragment `#_`, which is not part of the code. */
export const codeOfMeta = (query: URLSearchParams): string => (query.get('code') ?? '').replace(/#_$/u, '');

export type LongLived = Readonly<{ accessToken: string; expiresAt: string | null; issuedAt: string }>;

/** One of Meta's platforms with tokens that renew themselves. The platforms use different names and error messages. */
export type LongLivedTokens = Readonly<{
  name: string;
  /** The prefix of `_exchange_token` and `_refresh_token`. */
  grant: 'th' | 'ig';
  /** Sends a GET without a version in the URL. @throws TokenRefused, OutgoingError, and errors that `refusal` recognizes */
  requestToken(
    path: 'access_token' | 'refresh_access_token',
    fields: Readonly<Record<string, string>>,
  ): Promise<JsonObject>;
  /** Reads the owner of the token. @throws the errors of `requestToken` */
  check(token: string): Promise<unknown>;
  /** The message of an error that the platform sent; undefined for any other error. */
  refusal(error: unknown): string | null | undefined;
}>;

/** Exchanges a token that is valid for one hour for a token that is valid for sixty days. @throws the errors of `requestToken` */
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
  return exchange(tokens, 'access_token', fields, now);
};

/**
 * Extends a token by sixty days. On these platforms, the token itself is enough for this. A token that is too young is returned
 * unchanged. In this case, a read of the token's owner shows whether the token is still valid.
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
    return { ...stored, ...(await exchange(tokens, 'refresh_access_token', fields, now)) };
  } catch (error) {
    if (error instanceof TokenRefused) throw new ReconnectNeeded(error.platformMessage);
    const words = tokens.refusal(error);
    throw words === undefined ? error : new RenewalFailed(words);
  }
}

async function exchange(
  { name, requestToken: ask }: LongLivedTokens,
  path: 'access_token' | 'refresh_access_token',
  fields: Readonly<Record<string, string>>,
  now: Date,
): Promise<LongLived> {
  const body = await ask(path, fields);
  const accessToken = textOf(body['access_token']);
  if (accessToken === null) throw new OutgoingError('unreadable', true, name, 'answered and gave no token');
  return { accessToken, expiresAt: instantAfter(now, body['expires_in']), issuedAt: now.toISOString() };
}
