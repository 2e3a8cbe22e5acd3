import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { ownChannel, type Channel } from './channel.ts';
import { YouTubeClient, YouTubeError } from './client.ts';
import { YOUTUBE } from './descriptor.ts';

const NEEDED = scopesNeeded('youtube', 'account');

/** Google's consent, in which the person also picks the channel. */
export class YouTubeConnection implements OAuthConnection {
  readonly name = 'youtube';
  readonly platforms = ['youtube'] as const;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly configuration: Pick<Configuration, 'platformApps'>,
  ) {}

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  authorizeUrl({ state, challenge, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    url.search = new URLSearchParams({
      client_id: this.#app.keys?.id ?? '',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: this.#app.scopes.join(' '),
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      // Both, or a second consent brings no refresh token.
      access_type: 'offline',
      prompt: 'consent',
      include_granted_scopes: 'true',
    }).toString();
    return url.href;
  }

  async redeem({ query, verifier, redirectUri }: Callback): Promise<Grant> {
    const { keys, tokenUrl, apiUrl } = this.#app;
    if (keys === null) throw new ConsentFailed(YOUTUBE.name);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: keys.id,
      client_secret: keys.secret,
      code_verifier: verifier,
    };
    const names = { platform: YOUTUBE.name, now: this.clock.now() };
    const request = { platform: 'youtube', url: tokenUrl, form } as const;
    const { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes } = await redeemCode(
      this.http,
      request,
      names,
    );
    refuseMissingScopes(YOUTUBE.name, NEEDED, scopes);
    const channel = await this.#channel(new YouTubeClient(this.http, apiUrl), accessToken);
    if (!channel) throw new NoAccountFound(YOUTUBE.name, 'no channel in this Google account');
    return {
      accounts: [
        {
          platform: 'youtube',
          remoteId: channel.id,
          accountName: channel.name,
          displayName: channel.title,
          server: null,
          limits: channel.limits,
          credentials: { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes },
        },
      ],
    };
  }

  async #channel(client: YouTubeClient, token: string): Promise<Channel | null> {
    try {
      return await ownChannel(client, token);
    } catch (error) {
      if (error instanceof YouTubeError || error instanceof TokenRefused)
        throw new ConsentFailed(YOUTUBE.name, error.words);
      throw error;
    }
  }

  get #app() {
    return this.configuration.platformApps.youtube;
  }
}
