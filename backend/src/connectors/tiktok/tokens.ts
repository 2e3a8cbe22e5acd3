import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { buildAuthorizeUrl } from '../kit/code-consent.ts';
import { renewedTokens, type OAuthApp } from '../kit/oauth-app.ts';
import type { AuthorizeRequest } from '../contract/oauth-connection.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { checkRevoked } from '../kit/oauth/revocation.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { TIKTOK } from './limits.ts';

export const tiktokApp = (http: PlatformHttp, clock: Clock, app: PlatformApp) =>
  ({
    http,
    clock,
    app,
    platform: 'tiktok',
    title: TIKTOK.name,
    keysIn: 'client_key',
  }) as const satisfies OAuthApp;

/**
 * Without PKCE, which TikTok does not support for web applications. TikTok shows the page each time, so that the user can choose
 * another account.
 */
export const consentUrl = (app: PlatformApp, request: AuthorizeRequest): string =>
  buildAuthorizeUrl(app, request, ',', {
    client_id: null,
    client_key: app.keys?.id ?? '',
    disable_auto_auth: '1',
  });

/**
 * Renews the tokens of Login Kit (developers.tiktok.com/doc/oauth-user-access-token-management). They are valid for a day, and can
 * be renewed for a year. The response may contain a new refresh token.
 * @throws the errors of `renewedTokens`
 */
export const renewCredentials = (oauthApp: OAuthApp, stored: JsonObject): Promise<JsonObject> =>
  renewedTokens(oauthApp, stored, {
    refreshEnd: (expiryInResponse, storedExpiry) => expiryInResponse ?? storedExpiry,
  });

/** @throws NotRevoked, OutgoingError, BreakerOpen */
export async function revokeTokens({ http, app }: OAuthApp, stored: JsonObject): Promise<void> {
  const url = new URL('../revoke/', app.tokenUrl.replace(/\/*$/u, '/'));
  const form = new URLSearchParams({
    client_key: app.keys?.id ?? '',
    client_secret: app.keys?.secret ?? '',
    token: oauthCredentials(stored).accessToken,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  checkRevoked(await http.send('tiktok', { method: 'POST', url, headers, body: form.toString() }));
}
