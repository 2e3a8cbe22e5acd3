import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { at, textOf } from '../json.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import type { TokenReply } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { TikTokClient, TikTokError, type Ask } from './client.ts';
import { limitsFor, readCreator } from './creator.ts';
import { TIKTOK_LIMITS } from './descriptor.ts';
import { TikTokTokens, tokensOf } from './tokens.ts';

const NEEDED = scopesNeeded('tiktok', 'account');

/** Login Kit for Web (developers.tiktok.com/doc/login-kit-web): one grant, one account. */
export class TikTokConnection implements OAuthConnection {
  readonly name = 'tiktok';
  readonly platforms = ['tiktok'] as const;
  readonly configured: boolean;
  readonly #client: TikTokClient;
  readonly #tokens: TikTokTokens;

  constructor(
    http: PlatformHttp,
    clock: Clock,
    private readonly app: PlatformApp,
  ) {
    this.configured = app.keys !== null;
    this.#client = new TikTokClient(http, app.apiUrl);
    this.#tokens = new TikTokTokens(http, clock, app);
  }

  /** Web applications use no PKCE here. The page is shown every time, so that another account can be chosen. */
  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.app.authorizeUrl);
    url.search = new URLSearchParams({
      client_key: this.app.keys?.id ?? '',
      scope: this.app.scopes.join(','),
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
      disable_auto_auth: '1',
    }).toString();
    return url.href;
  }

  async redeem({ query, redirectUri }: Callback): Promise<Grant> {
    const tokens = await this.#tokens.redeem(query.get('code') ?? '', redirectUri);
    refuseMissingScopes('TikTok', NEEDED, tokens.scopes);
    try {
      return { accounts: [await this.#account(tokens)] };
    } catch (error) {
      if (error instanceof TokenRefused || error instanceof TikTokError)
        throw new ConsentFailed('TikTok', error.words);
      throw error;
    }
  }

  async #account(tokens: TokenReply): Promise<Grant['accounts'][number]> {
    const ask: Ask = (call) => this.#client.send(tokens.accessToken, call);
    const hasProfile = tokens.scopes.length === 0 || tokens.scopes.includes('user.info.profile');
    const fields = `open_id,display_name${hasProfile ? ',username' : ''}`;
    const { user } = await userIn(ask, fields);
    const remoteId = textOf(at(user, 'open_id')) ?? textOf(tokens.body['open_id']);
    if (remoteId === null) throw new NoAccountFound('TikTok', 'no account behind this permission');
    // What the creator may do is asked again before every post: without it the account is connected all the same.
    const creator = await readCreator(ask).catch((error: unknown) => {
      if (error instanceof TikTokError || error instanceof OutgoingError) return null;
      throw error;
    });
    const displayName = textOf(at(user, 'display_name'));
    const username = textOf(at(user, 'username')) ?? creator?.username ?? null;
    return {
      platform: 'tiktok',
      remoteId,
      accountName: username ?? displayName ?? remoteId,
      displayName,
      server: null,
      limits: creator ? limitsFor(creator) : TIKTOK_LIMITS,
      credentials: { ...tokensOf(tokens), openId: remoteId, username },
    };
  }
}

async function userIn(ask: Ask, fields: string): Promise<{ user: ReturnType<typeof at> }> {
  const data = await ask({ method: 'GET', path: '/v2/user/info/', query: { fields } });
  return { user: at(data, 'user') };
}
