import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { idIn, textOf } from '../json.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { PinterestClient, PinterestError } from './client.ts';
import { PINTEREST } from './descriptor.ts';

const NEEDED = scopesNeeded('pinterest', 'account');

/** One consent opens one account with all of its boards. */
export class PinterestConnection implements OAuthConnection {
  readonly name = 'pinterest';
  readonly platforms = ['pinterest'] as const;
  readonly #app: PlatformApp;
  readonly #client: PinterestClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
  ) {
    this.#app = platformApps.pinterest;
    this.#client = new PinterestClient(http, platformApps.pinterest.apiUrl);
  }

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    url.searchParams.set('client_id', this.#app.keys?.id ?? '');
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('scope', this.#app.scopes.join(','));
    url.searchParams.set('state', state);
    return url.href;
  }

  async redeem({ query, redirectUri }: Callback): Promise<Grant> {
    const { keys, tokenUrl } = this.#app;
    if (!keys) throw new ConsentFailed(PINTEREST.name);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: redirectUri,
      // Apps made before 2025-09-25 get tokens that cannot be renewed for ever unless they ask.
      continuous_refresh: 'true',
    };
    const { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes } = await redeemCode(
      this.http,
      { platform: 'pinterest', url: tokenUrl, form, basic: keys },
      { platform: PINTEREST.name, now: this.clock.now() },
    );
    refuseMissingScopes(PINTEREST.name, NEEDED, scopes);
    const { id, username, displayName } = await this.#ownerOf(accessToken);
    const account = {
      platform: 'pinterest',
      remoteId: id,
      accountName: username,
      displayName,
      server: null,
      limits: PINTEREST.limits,
      credentials: { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes },
    } as const;
    return { accounts: [account] };
  }

  async #ownerOf(token: string): Promise<{ id: string; username: string; displayName: string | null }> {
    try {
      const owner = await this.#client.send({ path: '/user_account', token });
      const username = textOf(owner?.['username']);
      if (username === null) throw new NoAccountFound(PINTEREST.name, 'no Pinterest account');
      // Not every version of the call names the id; names are unique as well.
      const id = idIn(owner?.['id']) ?? username;
      return { id, username, displayName: textOf(owner?.['business_name']) };
    } catch (error) {
      if (error instanceof TokenRefused || error instanceof PinterestError)
        throw new ConsentFailed(PINTEREST.name, error.words);
      throw error;
    }
  }
}
