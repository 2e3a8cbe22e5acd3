import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials, type OAuthCredentials } from '../oauth/oauth-credentials.ts';
import { wasHeard } from '../oauth/revocation.ts';
import { redeemCode, renewTokens, type TokenReply } from '../oauth/token-endpoint.ts';
import { ReconnectNeeded } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';

/** An app without keys has no accounts to renew; the platform says what is wrong with an empty one. */
const NO_KEYS = { id: '', secret: '' };

/** Tokens of Login Kit (developers.tiktok.com/doc/oauth-user-access-token-management): a day, renewable for a year. */
export class TikTokTokens {
  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly app: PlatformApp,
  ) {}

  /** @throws ConsentFailed, OutgoingError, BreakerOpen */
  redeem(code: string, redirectUri: string): Promise<TokenReply> {
    const form = { ...this.#keys, code, grant_type: 'authorization_code', redirect_uri: redirectUri };
    const names = { platform: 'TikTok', now: this.clock.now() };
    return redeemCode(this.http, { platform: 'tiktok', url: this.app.tokenUrl, form }, names);
  }

  /** The refresh token may be another one afterwards. @throws ReconnectNeeded, RenewalFailed, OutgoingError, BreakerOpen */
  async refresh(stored: JsonObject): Promise<JsonObject> {
    const { refreshToken, refreshExpiresAt, scopes } = oauthCredentials(stored);
    if (refreshToken === null) throw new ReconnectNeeded(null);
    const form = { ...this.#keys, grant_type: 'refresh_token', refresh_token: refreshToken };
    const request = { platform: 'tiktok', url: this.app.tokenUrl, form } as const;
    const fresh = await renewTokens(this.http, request, { now: this.clock.now() });
    return {
      ...stored,
      ...tokensOf(fresh),
      refreshToken: fresh.refreshToken ?? refreshToken,
      refreshExpiresAt: fresh.refreshExpiresAt ?? refreshExpiresAt,
      scopes: fresh.scopes.length > 0 ? fresh.scopes : scopes,
    };
  }

  /** @throws NotRevoked, OutgoingError, BreakerOpen */
  async revoke(stored: JsonObject): Promise<void> {
    const url = new URL('../revoke/', this.app.tokenUrl.replace(/\/*$/u, '/'));
    const form = new URLSearchParams({ ...this.#keys, token: oauthCredentials(stored).accessToken });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    wasHeard(await this.http.send('tiktok', { method: 'POST', url, headers, body: form.toString() }));
  }

  get #keys(): { client_key: string; client_secret: string } {
    const { id, secret } = this.app.keys ?? NO_KEYS;
    return { client_key: id, client_secret: secret };
  }
}

export const tokensOf = (reply: OAuthCredentials): OAuthCredentials => ({
  accessToken: reply.accessToken,
  refreshToken: reply.refreshToken,
  expiresAt: reply.expiresAt,
  refreshExpiresAt: reply.refreshExpiresAt,
  scopes: reply.scopes,
});
