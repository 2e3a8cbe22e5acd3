import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { renewTokens } from '../oauth/token-endpoint.ts';
import { ReconnectNeeded, RenewalFailed } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** Google's answer brings a new refresh token seldom; the old one stays good. @throws as `renewTokens` */
export async function renewed(
  http: PlatformHttp,
  { keys, tokenUrl }: PlatformApp,
  stored: JsonObject,
  now: Date,
): Promise<JsonObject> {
  const { refreshToken, scopes } = oauthCredentials(stored);
  if (refreshToken === null) throw new ReconnectNeeded(null);
  // No login of the account's owner brings the operator's keys back.
  if (!keys) throw new RenewalFailed('YouTube is not configured on this server.');
  const form = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: keys.id,
    client_secret: keys.secret,
  };
  const fresh = await renewTokens(http, { platform: 'youtube', url: tokenUrl, form }, { now });
  return {
    ...stored,
    accessToken: fresh.accessToken,
    refreshToken: fresh.refreshToken ?? refreshToken,
    expiresAt: fresh.expiresAt,
    scopes: fresh.scopes.length > 0 ? fresh.scopes : scopes,
  };
}
