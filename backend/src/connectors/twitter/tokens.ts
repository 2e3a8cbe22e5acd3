import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../kit/json.ts';
import { tokenOf } from '../kit/as-account.ts';
import { oauthAppOf, renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { checkRevoked } from '../kit/oauth/revocation.ts';
import { basicHeader } from '../kit/oauth/token-endpoint.ts';
import { TWITTER } from './limits.ts';

export type TwitterSession = Readonly<{ token: string; userId: string; username: string }>;

export const sessionOf = (stored: JsonObject): TwitterSession => ({
  token: tokenOf(stored),
  userId: textOf(stored['userId']) ?? '',
  username: textOf(stored['username']) ?? '',
});

/** For a used, revoked or too old refresh token, X answers `invalid_request` instead of `invalid_grant`. A new attempt would not help. */
const DEFINITE = ['invalid_request'];

/** The application is a confidential client: calls to the token endpoint contain its keys, in addition to PKCE. */
export const twitterApp = oauthAppOf('twitter', TWITTER.name, 'basic');

/** Renews the tokens. A refresh token works once, and the response contains the next one. @throws the errors of `renewedTokens` */
export const renewCredentials = (app: OAuthApp, stored: JsonObject): Promise<JsonObject> =>
  renewedTokens(app, stored, { definite: DEFINITE });

/** Revokes both tokens at X. @throws NotRevoked, OutgoingError, BreakerOpen */
export async function revokeTokens(
  { http, app: { keys } }: OAuthApp,
  base: string,
  credentials: JsonObject,
): Promise<void> {
  if (!keys) return;
  const { accessToken, refreshToken } = oauthCredentials(credentials);
  const tokens = [
    ['refresh_token', refreshToken],
    ['access_token', accessToken],
  ] as const;
  for (const [hint, token] of tokens) {
    if (token === null) continue;
    const reply = await http.send('twitter', {
      method: 'POST',
      url: `${base}/2/oauth2/revoke`,
      headers: {
        accept: 'application/json',
        authorization: basicHeader(keys),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token, token_type_hint: hint }).toString(),
    });
    checkRevoked(reply);
  }
}
