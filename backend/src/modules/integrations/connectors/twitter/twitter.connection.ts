import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, idIn, objectOf, textOf } from '../json.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { TwitterClient, TwitterError } from './client.ts';
import { limitsFor, TWITTER } from './descriptor.ts';

/** What brings a refresh token: without it an account would last two hours. */
const OFFLINE = 'offline.access';
const NEEDED = scopesNeeded('twitter', 'account');

/** One consent opens one account. A confidential client: its keys go with every call to the token endpoint, beside PKCE. */
export class TwitterConnection implements OAuthConnection {
  readonly name = 'twitter';
  readonly platforms = ['twitter'] as const;
  readonly #app: PlatformApp;
  readonly #client: TwitterClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
  ) {
    this.#app = platformApps.twitter;
    this.#client = new TwitterClient(http, this.#app.apiUrl);
  }

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  authorizeUrl({ state, challenge, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('client_id', this.#app.keys?.id ?? '');
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('scope', this.#app.scopes.join(' '));
    url.searchParams.set('state', state);
    url.searchParams.set('code_challenge', challenge);
    url.searchParams.set('code_challenge_method', 'S256');
    // X wants scopes apart by %20.
    return url.href.replaceAll('+', '%20');
  }

  async redeem({ query, verifier, redirectUri }: Callback): Promise<Grant> {
    const { keys, tokenUrl } = this.#app;
    if (!keys) throw new ConsentFailed(TWITTER.name);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    const reply = await redeemCode(
      this.http,
      { platform: 'twitter', url: tokenUrl, form, basic: keys },
      { platform: TWITTER.name, now: this.clock.now() },
    );
    const tokens = oauthCredentials(reply);
    // A refresh token says by itself what it was asked for with.
    const needed = NEEDED.filter((scope) => scope !== OFFLINE || tokens.refreshToken === null);
    refuseMissingScopes(TWITTER.name, needed, tokens.scopes);
    const user = await this.#user(tokens.accessToken);
    const field = (name: string) => textOf(at(user, name));
    const userId = idIn(user['id']);
    const username = field('username');
    if (userId === null || username === null) throw new NoAccountFound(TWITTER.name, 'no account');
    const account = {
      platform: 'twitter',
      remoteId: userId,
      accountName: username,
      displayName: field('name'),
      server: null,
      limits: limitsFor(field('subscription_type')),
      credentials: { ...tokens, userId, username },
    } as const;
    return { accounts: [account] };
  }

  async #user(token: string): Promise<JsonObject> {
    try {
      const query = { 'user.fields': 'subscription_type' };
      const { body } = await this.#client.send({ token, path: '/2/users/me', query });
      return objectOf(body['data']) ?? {};
    } catch (error) {
      if (error instanceof TwitterError || error instanceof TokenRefused)
        throw new ConsentFailed(TWITTER.name, error.words);
      throw error;
    }
  }
}
