import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp, PlatformApps } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { GraphClient } from '../meta/graph-client.ts';
import { GraphError } from '../meta/graph-error.ts';
import { grantedScopes } from '../meta/page-token.ts';
import { ConsentFailed, NoAccountFound, ScopesAreMissing } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { redeemCode } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { FACEBOOK } from './descriptor.ts';
import { has, instagramAccount, managedPages, pageAccount, PORTFOLIO_SCOPE } from './pages.ts';

const NAME = FACEBOOK.name;
const PAGE_SCOPES = scopesNeeded('facebook', 'Page');
const INSTAGRAM_SCOPES = scopesNeeded('facebook', 'Instagram account');
const NO_PAGE = 'no Page on which you may publish';
const NO_PAGE_WITHOUT_PORTFOLIOS = `${NO_PAGE}. Pages of a Business portfolio need the permission ${PORTFOLIO_SCOPE}`;

/** Facebook Login: one consent opens the Pages of a person and the Instagram accounts behind them. */
export class FacebookConnection implements OAuthConnection {
  readonly name = 'facebook';
  readonly platforms = ['facebook', 'instagram'] as const;
  readonly #app: PlatformApp;
  readonly #graph: GraphClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    { facebook, graphVersion: version }: Pick<PlatformApps, 'facebook' | 'graphVersion'>,
  ) {
    this.#app = facebook;
    const { apiUrl, keys } = facebook;
    this.#graph = new GraphClient(http, {
      platform: 'facebook',
      apiUrl,
      version,
      secret: keys?.secret ?? null,
    });
  }

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  /**
   * PKCE is not documented for servers that hold the secret of the app. Facebook Login for Business keeps the permissions in
   * a configuration, whose `config_id` an operator writes into the address; it stands in for the scopes.
   */
  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    const query = {
      client_id: this.#app.keys?.id ?? '',
      redirect_uri: redirectUri,
      state,
      response_type: 'code',
      ...(!url.searchParams.has('config_id') && { scope: this.#app.scopes.join(',') }),
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  async redeem({ query, redirectUri }: Callback): Promise<Grant> {
    const { keys } = this.#app;
    if (keys === null) throw new ConsentFailed(NAME);
    const short = await this.#token({ code: query.get('code') ?? '', redirect_uri: redirectUri });
    // Page tokens that are got with a short-lived token end with it.
    const token = await this.#token({ grant_type: 'fb_exchange_token', fb_exchange_token: short });
    try {
      const scopes = await grantedScopes(this.#graph, keys, token);
      return await this.#accounts(token, scopes);
    } catch (error) {
      if (error instanceof GraphError || error instanceof TokenRefused)
        throw new ConsentFailed(NAME, error.words);
      throw error;
    }
  }

  /** @throws ConsentFailed, OutgoingError, BreakerOpen */
  async #token(form: Readonly<Record<string, string>>): Promise<string> {
    const { keys, tokenUrl: url } = this.#app;
    const request = {
      platform: 'facebook',
      url,
      method: 'GET',
      form: { client_id: keys?.id ?? '', client_secret: keys?.secret ?? '', ...form },
    } as const;
    return (await redeemCode(this.http, request, { platform: NAME, now: this.clock.now() })).accessToken;
  }

  async #accounts(token: string, scopes: readonly string[]): Promise<Grant> {
    const opensPages = has(scopes, PAGE_SCOPES);
    const opensInstagram = has(scopes, INSTAGRAM_SCOPES);
    if (!opensPages && !opensInstagram)
      throw new ScopesAreMissing(
        NAME,
        PAGE_SCOPES.filter((scope) => !scopes.includes(scope)),
      );
    const pages = await managedPages(this.#graph, token, scopes);
    const accounts = pages.flatMap((page) => [
      ...(opensPages ? [pageAccount(page, scopes)] : []),
      ...(opensInstagram ? instagramAccount(page, scopes) : []),
    ]);
    if (accounts.length === 0)
      throw new NoAccountFound(NAME, has(scopes, [PORTFOLIO_SCOPE]) ? NO_PAGE : NO_PAGE_WITHOUT_PORTFOLIOS);
    return { accounts };
  }
}
