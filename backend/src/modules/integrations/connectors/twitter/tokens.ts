import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { wasHeard } from '../oauth/revocation.ts';
import { basicHeader, renewTokens } from '../oauth/token-endpoint.ts';
import { ReconnectNeeded, RenewalFailed } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** What a refresh token that was used, revoked or is too old is answered with, beside the codes of the standard. */
const DEFINITE = ['invalid_request'];

/** A refresh token works once, and the answer holds the next one. @throws as `renewTokens` */
export async function freshTokens(
  http: PlatformHttp,
  { keys, tokenUrl }: PlatformApp,
  credentials: JsonObject,
  now: Date,
): Promise<JsonObject> {
  const { refreshToken, scopes } = oauthCredentials(credentials);
  if (refreshToken === null) throw new ReconnectNeeded(null);
  // No login of the account's owner brings the operator's keys back.
  if (!keys) throw new RenewalFailed('X is not configured on this server.');
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const request = { platform: 'twitter', url: tokenUrl, form, basic: keys } as const;
  const fresh = oauthCredentials(await renewTokens(http, request, { now, definite: DEFINITE }));
  return {
    ...credentials,
    ...fresh,
    refreshToken: fresh.refreshToken ?? refreshToken,
    scopes: fresh.scopes.length > 0 ? fresh.scopes : scopes,
  };
}

/** Ends both tokens at X. @throws NotRevoked, OutgoingError, BreakerOpen */
export async function revokeTokens(
  http: PlatformHttp,
  { keys }: PlatformApp,
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
    wasHeard(reply);
  }
}
