import type { ConsentOpens } from '@posthorn/contracts/integrations/consent';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApp, PlatformApps } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { at, textOf } from '../../json.ts';
import { ConsentFailed, refuseMissingScopes } from '../../oauth/consent-failures.ts';
import { oauthCredentials } from '../../oauth/oauth-credentials.ts';
import {
  codeIn,
  type AccountGrant,
  type AuthorizeRequest,
  type Callback,
  type GrantedPart,
} from '../../oauth/oauth-connection.ts';
import { TokenRefused, withToken } from '../../oauth/with-token.ts';
import { NothingHappened, ReconnectNeeded, RenewalFailed } from '../../outcomes.ts';
import type { PlatformHttp } from '../../platform-http.ts';
import { TikTokClient, TikTokError } from '../client.ts';
import { readCreator } from '../creator.ts';
import { TikTokTokens } from '../tokens.ts';
import { BusinessClient, BusinessError } from './business-client.ts';
import { businessPartOf, BusinessTokens } from './business-tokens.ts';

const NEEDED = scopesNeeded('tiktok-business', 'account');

/**
 * The consent by which the owner of a connected account lets its comments be read: TikTok shows them to its API for Business
 * alone, which knows the account by another id than the product that posts. The name is what both have.
 */
export class TikTokBusinessConsent implements AccountGrant {
  readonly name = 'tiktok-business';
  readonly platforms = ['tiktok'] as const;
  readonly opens: ConsentOpens = 'comments';
  readonly configured: boolean;
  readonly #app: PlatformApp;
  readonly #client: BusinessClient;
  readonly #tokens: BusinessTokens;
  readonly #posting: TikTokClient;
  readonly #postingTokens: TikTokTokens;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    { tiktok, 'tiktok-business': business }: PlatformApps,
  ) {
    this.#app = business;
    this.configured = business.keys !== null;
    this.#client = new BusinessClient(http, business.apiUrl);
    this.#tokens = new BusinessTokens(http, clock, business);
    this.#posting = new TikTokClient(http, tiktok.apiUrl);
    this.#postingTokens = new TikTokTokens(http, clock, tiktok);
  }

  /** TikTok's portal issues the address for each application; what it carries besides is kept. */
  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    const asked = {
      client_key: this.#app.keys?.id ?? '',
      scope: this.#app.scopes.join(','),
      response_type: 'code',
      redirect_uri: redirectUri,
      state,
      disable_auto_auth: '1',
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return url.href;
  }

  isMissingIn(credentials: JsonObject): boolean {
    return businessPartOf(credentials) === null;
  }

  async redeem({ query, redirectUri }: Callback): Promise<GrantedPart> {
    const part = await this.#tokens.redeem(codeIn(query) ?? '', redirectUri);
    const { accessToken, scopes } = oauthCredentials(part);
    refuseMissingScopes('TikTok', NEEDED, scopes);
    const toldAs = textOf(part['openId']);
    if (toldAs === null) throw new ConsentFailed('TikTok');
    const username = await this.#usernameOf(accessToken, toldAs);
    return { username, toldAs, credentials: { business: part } };
  }

  async #usernameOf(token: string, businessId: string): Promise<string> {
    const fields = JSON.stringify(['username', 'display_name']);
    try {
      const profile = await this.#client.send(token, {
        path: '/business/get/',
        query: { business_id: businessId, fields },
      });
      const username = textOf(at(profile, 'username'));
      if (username === null) throw new ConsentFailed('TikTok');
      return username;
    } catch (error) {
      if (error instanceof BusinessError || error instanceof TokenRefused)
        throw new ConsentFailed('TikTok', error.words);
      throw error;
    }
  }

  async isBy({ username }: GrantedPart, access: AccountAccess): Promise<boolean> {
    const own = (await this.#nameNow(access)) ?? textOf((await access.credentials())['username']);
    return own !== null && own.toLowerCase() === username.toLowerCase();
  }

  /** Null: it cannot be asked now; then the name counts that the account was connected by. */
  async #nameNow(access: AccountAccess): Promise<string | null> {
    const refresh = (stored: JsonObject) => this.#postingTokens.refresh(stored);
    const renewal = { access, refresh, now: () => this.clock.now() };
    try {
      const creator = await readCreator((call) =>
        withToken(renewal, ({ accessToken }) => this.#posting.send(accessToken, call)),
      );
      return creator.username;
    } catch (error) {
      if (saysNothing(error)) return null;
      throw error;
    }
  }
}

const saysNothing = (error: unknown): boolean =>
  [TikTokError, OutgoingError, BreakerOpen, ReconnectNeeded, RenewalFailed, NothingHappened].some(
    (kind) => error instanceof kind,
  );
