import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp, PlatformApps } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, idIn, textOf } from '../json.ts';
import type { GraphClient } from '../meta/graph-client.ts';
import { GraphError } from '../meta/graph-error.ts';
import { exchangeToken } from '../meta/long-lived-token.ts';
import {
  ConsentFailed,
  NoAccountFound,
  PersonalAccount,
  refuseMissingScopes,
} from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { scopesIn } from '../oauth/oauth-credentials.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { INSTAGRAM, INSTAGRAM_LIMITS } from './descriptor.ts';
import { checkOwner, loginTokens } from './login-tokens.ts';
import { loginGraph } from './routes.ts';

const NEEDED = scopesNeeded('instagram-login', 'account');

/**
 * Instagram Login: one consent opens one professional account, also one that no Page belongs to. The app is Instagram's own:
 * its id and secret are not those of the Meta app.
 */
export class InstagramLoginConnection implements OAuthConnection {
  readonly name = 'instagram-login';
  readonly label = 'Instagram (without a Facebook Page)';
  readonly platforms = ['instagram'] as const;
  readonly #app: PlatformApp;
  readonly #graph: GraphClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    apps: Pick<PlatformApps, 'instagram-login' | 'graphVersion'>,
  ) {
    this.#app = apps['instagram-login'];
    this.#graph = loginGraph(http, apps);
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
    const { keys, tokenUrl: url } = this.#app;
    if (!keys) throw new ConsentFailed(INSTAGRAM.name);
    const now = this.clock.now();
    const form = {
      client_id: keys.id,
      client_secret: keys.secret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      // Meta's pages send some codes with a fragment that is none of them.
      code: (query.get('code') ?? '').replace(/#_$/u, ''),
    };
    const brief = await redeemCode(
      this.http,
      { platform: 'instagram', url, form },
      { platform: INSTAGRAM.name, now },
    );
    const scopes = scopesIn(brief.body['permissions']);
    refuseMissingScopes(INSTAGRAM.name, NEEDED, scopes);
    try {
      const long = await exchangeToken(loginTokens(this.#graph), brief.accessToken, keys.secret, now);
      const { ownerId, username, displayName } = await this.#owner(long.accessToken);
      const account = {
        platform: 'instagram',
        // Of the account itself, and so the same as by a Page; `id` would be ours alone.
        remoteId: ownerId,
        accountName: username,
        displayName,
        server: null,
        limits: INSTAGRAM_LIMITS,
        credentials: {
          ...long,
          refreshToken: null,
          refreshExpiresAt: null,
          scopes,
          ownerId,
          route: 'login',
        },
      } as const;
      return { accounts: [account] };
    } catch (error) {
      if (error instanceof TokenRefused || error instanceof GraphError)
        throw new ConsentFailed(INSTAGRAM.name, error.words);
      throw error;
    }
  }

  async #owner(token: string): Promise<{ ownerId: string; username: string; displayName: string | null }> {
    const owner = await checkOwner(this.#graph, token);
    const ownerId = idIn(at(owner, 'user_id'));
    const username = textOf(at(owner, 'username'));
    if (ownerId === null || username === null)
      throw new NoAccountFound(INSTAGRAM.name, 'no professional account');
    if (at(owner, 'account_type') === 'PERSONAL') throw new PersonalAccount(INSTAGRAM.name);
    return { ownerId, username, displayName: textOf(at(owner, 'name')) };
  }
}
