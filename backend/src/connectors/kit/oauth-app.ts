import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { AppKeys, PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials } from './oauth/oauth-credentials.ts';
import { renewTokens, type TokenRequest } from './oauth/token-endpoint.ts';
import { ReconnectNeeded, RenewalFailed } from './outcomes.ts';
import type { PlatformHttp } from './platform-http.ts';

/** Our application at a platform whose token endpoint is that of RFC 6749. */
export type OAuthApp = Readonly<{
  http: PlatformHttp;
  clock: Clock;
  app: PlatformApp;
  platform: Platform;
  /** For people. */
  title: string;
  /** Where the keys go: HTTP Basic, or fields of the form, in which the id has this name. */
  keysIn: 'basic' | 'client_id' | 'client_key';
}>;

/** The application that the operator has set keys for. */
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
  /** Error codes of this platform, beside those of the standard, that only a new login cures. */
  definite?: readonly string[];
  /** When the refresh token ends after a renewal (ISO): as the answer says, unless the platform means something else. */
  refreshEnd?: (named: string | null, before: string | null) => string | null;
}>;

/**
 * Fresh tokens beside all else that these credentials hold. What the answer leaves out, the refresh token among it, stays as it was.
 * @throws ReconnectNeeded (also where there is no refresh token), RenewalFailed, OutgoingError, BreakerOpen
 */
export async function renewedTokens(
  oauthApp: OAuthApp,
  stored: JsonObject,
  { definite = [], refreshEnd = (named) => named }: RenewalRules = {},
): Promise<JsonObject> {
  const { http, clock, app, title } = oauthApp;
  const { refreshToken, refreshExpiresAt, scopes } = oauthCredentials(stored);
  if (refreshToken === null) throw new ReconnectNeeded(null);
  // No login of the account's owner brings the operator's keys back.
  if (!app.keys) throw new RenewalFailed(`${title} is not configured on this server.`);
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
