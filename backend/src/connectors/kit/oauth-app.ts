import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { AppKeys, PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials } from './oauth/oauth-credentials.ts';
import { renewTokens, type TokenRequest } from './oauth/token-endpoint.ts';
import { KeysMissing, ReconnectNeeded } from './outcomes.ts';
import type { PlatformHttp } from './platform-http.ts';

/** Our application at a platform with a token endpoint as in RFC 6749. */
export type OAuthApp = Readonly<{
  http: PlatformHttp;
  clock: Clock;
  app: PlatformApp;
  platform: Platform;
  /** Shown to people. */
  title: string;
  /** How to send the keys: as HTTP Basic, or as form fields. For form fields, the value is the name of the field with the id. */
  keysIn: 'basic' | 'client_id' | 'client_key';
}>;

/** Makes an `OAuthApp` with the operator's configuration. */
export const oauthAppOf =
  (platform: Platform & AppName, title: string, keysIn: OAuthApp['keysIn']) =>
  (http: PlatformHttp, clock: Clock, { platformApps }: Pick<Configuration, 'platformApps'>): OAuthApp => ({
    http,
    clock,
    app: platformApps[platform],
    platform,
    title,
    keysIn,
  });

export const tokenRequest = (
  { app, platform, keysIn }: OAuthApp,
  keys: AppKeys,
  form: TokenRequest['form'],
): TokenRequest =>
  keysIn === 'basic'
    ? { platform, url: app.tokenUrl, form, basic: keys }
    : { platform, url: app.tokenUrl, form: { ...form, [keysIn]: keys.id, client_secret: keys.secret } };

export type RenewalRules = Readonly<{
  /** The platform's own error codes that only a new login resolves, in addition to the standard codes. */
  definite?: readonly string[];
  /** When the refresh token expires after a renewal (ISO). Default: the time in the response. */
  refreshEnd?: (expiryInResponse: string | null, storedExpiry: string | null) => string | null;
}>;

/**
 * Returns these credentials with fresh tokens. A missing refresh token or scope list in the response leaves the stored one unchanged.
 * @throws ReconnectNeeded (also if there is no refresh token), RenewalFailed, OutgoingError, BreakerOpen
 */
export async function renewedTokens(
  oauthApp: OAuthApp,
  stored: JsonObject,
  { definite = [], refreshEnd = (expiryInResponse) => expiryInResponse }: RenewalRules = {},
): Promise<JsonObject> {
  const { http, clock, app, title } = oauthApp;
  const { refreshToken, refreshExpiresAt, scopes } = oauthCredentials(stored);
  if (refreshToken === null) throw new ReconnectNeeded(null);
  if (!app.keys) throw new KeysMissing(title);
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const request = tokenRequest(oauthApp, app.keys, form);
  const fresh = await renewTokens(http, request, { now: clock.now(), definite });
  return {
    ...stored,
    accessToken: fresh.accessToken,
    expiresAt: fresh.expiresAt,
    refreshToken: fresh.refreshToken ?? refreshToken,
    refreshExpiresAt: refreshEnd(fresh.refreshExpiresAt, refreshExpiresAt),
    scopes: fresh.scopes.length > 0 ? fresh.scopes : scopes,
  };
}
