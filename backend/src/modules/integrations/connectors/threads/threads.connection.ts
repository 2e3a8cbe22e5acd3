import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, idIn, textOf } from '../json.ts';
import { exchangeToken } from '../meta/long-lived-token.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { scopesIn } from '../oauth/oauth-credentials.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { ThreadsClient, ThreadsError } from './client.ts';
import { THREADS } from './descriptor.ts';
import { threadsTokens } from './tokens.ts';

const NEEDED = scopesNeeded('threads', 'account');

/** One consent opens one profile. The app is Threads' own: its id and secret are not those of the Meta app. */
export class ThreadsConnection implements OAuthConnection {
  readonly name = 'threads';
  readonly platforms = ['threads'] as const;
  readonly #app: PlatformApp;
  readonly #client: ThreadsClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
  ) {
    this.#app = platformApps.threads;
    this.#client = new ThreadsClient(http, platformApps.threads.apiUrl);
  }

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    url.searchParams.set('client_id', this.#app.keys?.id ?? '');
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('scope', this.#app.scopes.join(','));
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('state', state);
    return url.href;
  }

  async redeem({ query, redirectUri }: Callback): Promise<Grant> {
    const { keys, tokenUrl } = this.#app;
    if (!keys) throw new ConsentFailed(THREADS.name);
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
      { platform: 'threads', url: tokenUrl, form },
      { platform: THREADS.name, now },
    );
    try {
      const tokens = threadsTokens(this.#client);
      const long = await exchangeToken(tokens, brief.accessToken, keys.secret, now);
      const scopes = brief.scopes.length > 0 ? brief.scopes : await this.#scopesOf(long.accessToken);
      refuseMissingScopes(THREADS.name, NEEDED, scopes);
      const { id, username, displayName } = await this.#profileOf(long.accessToken);
      const account = {
        platform: 'threads',
        remoteId: id,
        accountName: username,
        displayName,
        server: null,
        limits: THREADS.limits,
        credentials: { ...long, refreshToken: null, refreshExpiresAt: null, scopes, userId: id },
      } as const;
      return { accounts: [account] };
    } catch (error) {
      if (error instanceof TokenRefused || error instanceof ThreadsError)
        throw new ConsentFailed(THREADS.name, error.words);
      throw error;
    }
  }

  /** The answer to the code names no scopes. Apps under review may not ask for them at all: then the first post will tell. */
  async #scopesOf(token: string): Promise<readonly string[]> {
    try {
      const fields = { access_token: token, input_token: token };
      return scopesIn(at(await this.#client.send({ path: '/debug_token', fields }), 'data', 'scopes'));
    } catch {
      return [];
    }
  }

  async #profileOf(token: string): Promise<{ id: string; username: string; displayName: string | null }> {
    const fields = { fields: 'id,username,name', access_token: token };
    const profile = await this.#client.send({ path: '/me', fields });
    const id = idIn(profile['id']);
    const username = textOf(profile['username']);
    if (id === null || username === null) throw new NoAccountFound(THREADS.name, 'no Threads profile');
    return { id, username, displayName: textOf(profile['name']) };
  }
}
