import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { renewTokens } from '../oauth/token-endpoint.ts';
import { ReconnectNeeded, RenewalFailed } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/**
 * LinkedIn gives refresh tokens to approved partners only. Without one a token that has not ended stays as it is, and one
 * that has ended needs its owner. @throws ReconnectNeeded, and as `renewTokens`
 */
export async function renewed(
  http: PlatformHttp,
  { keys, tokenUrl }: PlatformApp,
  stored: JsonObject,
  now: Date,
): Promise<JsonObject> {
  const { refreshToken, refreshExpiresAt, expiresAt, scopes } = oauthCredentials(stored);
  if (refreshToken === null || keys === null) {
    if (expiresAt !== null && Date.parse(expiresAt) > now.getTime()) return stored;
    if (refreshToken === null) throw new ReconnectNeeded(null);
    // No login of the account's owner brings the operator's keys back.
    throw new RenewalFailed('LinkedIn is not configured on this server.');
  }
  const form = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: keys.id,
    client_secret: keys.secret,
  };
  const fresh = await renewTokens(http, { platform: 'linkedin', url: tokenUrl, form }, { now });
  return {
    ...stored,
    accessToken: fresh.accessToken,
    refreshToken: fresh.refreshToken ?? refreshToken,
    expiresAt: fresh.expiresAt,
    // They end a year after the consent, however often they are used.
    refreshExpiresAt: fresh.refreshExpiresAt ?? refreshExpiresAt,
    scopes: fresh.scopes.length > 0 ? fresh.scopes : scopes,
  };
}
