import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { SnapchatClient, SnapchatError } from './client.ts';
import { SNAPCHAT } from './descriptor.ts';
import { profilesOf, type PublicProfile } from './profiles.ts';

const NEEDED = scopesNeeded('snapchat', 'account');
const NOT_LISTED =
  'Snapchat has not put this server’s app on the list of its Public Profile API, or you have no role on a Public Profile.';

/** One consent opens the Public Profiles that somebody has a role on. Snapchat documents no PKCE. */
export class SnapchatConnection implements OAuthConnection {
  readonly name = 'snapchat';
  readonly platforms = ['snapchat'] as const;
  readonly #app: PlatformApp;
  readonly #client: SnapchatClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
  ) {
    this.#app = platformApps.snapchat;
    this.#client = new SnapchatClient(http, this.#app.apiUrl);
  }

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    url.searchParams.set('client_id', this.#app.keys?.id ?? '');
    url.searchParams.set('redirect_uri', redirectUri);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('scope', this.#app.scopes.join(' '));
    url.searchParams.set('state', state);
    return url.href;
  }

  async redeem({ query, redirectUri }: Callback): Promise<Grant> {
    const { keys, tokenUrl } = this.#app;
    if (!keys) throw new ConsentFailed(SNAPCHAT.name);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      client_id: keys.id,
      client_secret: keys.secret,
      redirect_uri: redirectUri,
    };
    const reply = await redeemCode(
      this.http,
      { platform: 'snapchat', url: tokenUrl, form },
      { platform: SNAPCHAT.name, now: this.clock.now() },
    );
    const tokens = oauthCredentials(reply);
    refuseMissingScopes(SNAPCHAT.name, NEEDED, tokens.scopes);
    const profiles = await this.#profiles(tokens.accessToken);
    if (profiles.length === 0) throw new NoAccountFound(SNAPCHAT.name, 'no Public Profile');
    const accounts = profiles.map(({ id, username, displayName }) => ({
      platform: 'snapchat' as const,
      remoteId: id,
      accountName: username ?? displayName ?? id,
      displayName,
      server: null,
      limits: SNAPCHAT.limits,
      credentials: { ...tokens, profileId: id },
    }));
    return { accounts };
  }

  async #profiles(token: string): Promise<readonly PublicProfile[]> {
    try {
      return await profilesOf(this.#client, token);
    } catch (error) {
      if (error instanceof SnapchatError && error.status === 404 && error.spoken) return [];
      if (error instanceof SnapchatError && error.status === 403)
        throw new ConsentFailed(SNAPCHAT.name, NOT_LISTED);
      if (error instanceof SnapchatError || error instanceof TokenRefused)
        throw new ConsentFailed(SNAPCHAT.name, error.words);
      throw error;
    }
  }
}
