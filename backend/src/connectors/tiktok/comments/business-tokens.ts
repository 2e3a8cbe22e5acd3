import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { at, objectOf, textOf } from '../../kit/json.ts';
import { ConsentFailed } from '../../kit/oauth/consent-failures.ts';
import { oauthCredentials, scopesIn } from '../../kit/oauth/oauth-credentials.ts';
import { instantAfter } from '../../kit/oauth/token-endpoint.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { withoutSecrets } from '../../kit/oauth/without-secrets.ts';
import { KeysMissing, ReconnectNeeded, RenewalFailed } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { BusinessClient, BusinessError } from './business-client.ts';

const TOKEN_MS = 15_000;
const THROTTLED = 40_100;

export type BusinessApp = Pick<PlatformApp, 'keys' | 'apiUrl' | 'tokenUrl'>;

/** The credentials of the API for Business, which are separate from those for publishing; null: there are none, or the grant has ended. */
export function businessPartOf(credentials: JsonObject): JsonObject | null {
  const part = objectOf(credentials['business']);
  return textOf(part?.['accessToken']) === null ? null : part;
}

/** Tokens of the API for Business (`/tt_user/oauth2/`). They are valid for a day, and can be renewed for a year. */
export class BusinessTokens {
  readonly #client: BusinessClient;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    private readonly app: BusinessApp,
  ) {
    this.#client = new BusinessClient(http, app.apiUrl);
  }

  /** Exchanges the code of a callback. @throws ConsentFailed, OutgoingError, BreakerOpen */
  async redeem(code: string, redirectUri: string): Promise<JsonObject> {
    const fields = { grant_type: 'authorization_code', auth_code: code, redirect_uri: redirectUri };
    try {
      const part = this.#partIn(await this.#callTokenEndpoint('token', fields));
      if (part === null) throw new ConsentFailed('TikTok');
      return part;
    } catch (error) {
      if (error instanceof BusinessError || error instanceof TokenRefused)
        throw new ConsentFailed(
          'TikTok',
          withoutSecrets(error.platformMessage, { ...fields, ...this.#keys }),
        );
      throw error;
    }
  }

  /** @throws ReconnectNeeded, RenewalFailed, OutgoingError, BreakerOpen */
  async renewed(part: JsonObject): Promise<JsonObject> {
    const { refreshToken, refreshExpiresAt } = oauthCredentials(part);
    if (refreshToken === null) throw new ReconnectNeeded(null);
    if (!this.app.keys) throw new KeysMissing('TikTok for Business');
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    try {
      const fresh = this.#partIn(await this.#callTokenEndpoint('refresh_token', fields));
      if (fresh === null) throw new RenewalFailed(null);
      return {
        ...part,
        accessToken: fresh['accessToken'] ?? null,
        refreshToken: fresh['refreshToken'] ?? refreshToken,
        expiresAt: fresh['expiresAt'] ?? null,
        refreshExpiresAt: fresh['refreshExpiresAt'] ?? refreshExpiresAt,
      };
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      // Codes from 40000 to 49999 are about the request. The code for a rate limit is one of them, but says nothing about the grant.
      const { code, platformMessage, status } = error;
      const isDefinite = code !== null && code >= 40_000 && code < 50_000 && code !== THROTTLED;
      throw isDefinite ? new ReconnectNeeded(platformMessage) : new RenewalFailed(platformMessage, status);
    }
  }

  /** Marks the grant as ended, so that the product offers the consent again. */
  ended(): JsonObject {
    return { endedAt: this.clock.now().toISOString() };
  }

  /**
   * Returns the credentials with a renewed part `business`, if there is one. Never fails, because the other tokens are fresh and
   * must be stored. If the renewal fails now, the next call to the API for Business renews this part.
   */
  async renewedIn(credentials: JsonObject): Promise<JsonObject> {
    const part = businessPartOf(credentials);
    if (!part) return credentials;
    try {
      return { ...credentials, business: await this.renewed(part) };
    } catch (error) {
      return error instanceof ReconnectNeeded ? { ...credentials, business: this.ended() } : credentials;
    }
  }

  /** Revokes this grant, if there is one. An already revoked token counts as success. @throws OutgoingError, BreakerOpen, BusinessError */
  async revokeIn(credentials: JsonObject): Promise<void> {
    const part = businessPartOf(credentials);
    if (!part || !this.app.keys) return;
    try {
      await this.#callTokenEndpoint('revoke', { access_token: oauthCredentials(part).accessToken });
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
    }
  }

  #partIn(data: JsonValue): JsonObject | null {
    const accessToken = textOf(at(data, 'access_token'));
    if (accessToken === null) return null;
    const now = this.clock.now();
    return {
      accessToken,
      refreshToken: textOf(at(data, 'refresh_token')),
      expiresAt: instantAfter(now, at(data, 'expires_in')),
      refreshExpiresAt: instantAfter(now, at(data, 'refresh_token_expires_in')),
      openId: textOf(at(data, 'open_id')),
      scopes: scopesIn(at(data, 'scope')),
    };
  }

  get #keys() {
    return { client_id: this.app.keys?.id ?? '', client_secret: this.app.keys?.secret ?? '' };
  }

  /** Calls one of the three token endpoints, whose URLs have the same base. */
  #callTokenEndpoint(
    endpoint: 'token' | 'refresh_token' | 'revoke',
    fields: Readonly<Record<string, string>>,
  ) {
    const url = new URL(`../${endpoint}/`, this.app.tokenUrl.replace(/\/*$/u, '/'));
    return this.#client.send(null, {
      path: url,
      json: { ...this.#keys, ...fields },
      request: { timeoutMs: TOKEN_MS },
    });
  }
}
