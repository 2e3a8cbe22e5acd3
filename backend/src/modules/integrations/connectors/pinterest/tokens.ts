import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { renewTokens } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import { ReconnectNeeded, RenewalFailed } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { PinterestClient } from './client.ts';

/** "The authorization grant is invalid": a refresh token that is unknown, over or revoked (pinterest-python-sdk issue 114). */
const GRANT_INVALID = '283';
/** Nobody lists the codes of refusals; these statuses are for refused grants as well as for refused keys. */
const REFUSED = [400, 401, 403];

/** Continuous refresh tokens: each renewal gives one for sixty days more. */
export class PinterestTokens {
  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly app: PlatformApp,
    private readonly client: PinterestClient,
  ) {}

  /** @throws ReconnectNeeded, RenewalFailed, OutgoingError, BreakerOpen */
  async refresh(stored: JsonObject): Promise<JsonObject> {
    try {
      return await this.#renewed(stored);
    } catch (error) {
      const isRefusal = error instanceof RenewalFailed && REFUSED.includes(error.status ?? 0);
      // While the account can be used, the fault may be that of our keys, which no login of its owner cures.
      if (isRefusal && (await this.#isDead(stored))) throw new ReconnectNeeded(error.words);
      throw error;
    }
  }

  async #renewed(stored: JsonObject): Promise<JsonObject> {
    const { keys, tokenUrl: url } = this.app;
    const { refreshToken } = oauthCredentials(stored);
    if (refreshToken === null) throw new ReconnectNeeded(null);
    if (!keys) throw new RenewalFailed('Pinterest is not configured on this server.');
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const { accessToken, expiresAt, refreshExpiresAt, scopes, ...fresh } = await renewTokens(
      this.http,
      { platform: 'pinterest', url, form, basic: keys },
      { now: this.clock.now(), definite: [GRANT_INVALID] },
    );
    return {
      ...stored,
      accessToken,
      expiresAt,
      refreshToken: fresh.refreshToken ?? refreshToken,
      refreshExpiresAt,
      ...(scopes.length > 0 && { scopes }),
    };
  }

  async #isDead(stored: JsonObject): Promise<boolean> {
    try {
      await this.client.send({ path: '/user_account', token: oauthCredentials(stored).accessToken });
      return false;
    } catch (error) {
      return error instanceof TokenRefused;
    }
  }
}
