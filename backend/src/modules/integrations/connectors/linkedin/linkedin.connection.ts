import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { ConsentFailed, NoAccountFound, refuseMissingScopes } from '../oauth/consent-failures.ts';
import type { AuthorizeRequest, Callback, Grant, OAuthConnection } from '../oauth/oauth-connection.ts';
import { redeemCode, type TokenReply } from '../oauth/token-endpoint.ts';
import { TokenRefused } from '../oauth/with-token.ts';
import type { PlatformHttp } from '../platform-http.ts';
import { LinkedInClient, LinkedInError } from './client.ts';
import { LINKEDIN, LINKEDIN_LIMITS } from './descriptor.ts';
import { ownMember, ownOrganizations, type Author } from './own-accounts.ts';

const MEMBER = 'w_member_social';
const ORGANIZATION = ['w_organization_social', 'rw_organization_admin'];
/** Of those that are asked for, these must be granted; another one tells who the member is, which several do. */
const NEEDED = [...scopesNeeded('linkedin', 'member'), ...scopesNeeded('linkedin', 'organization')];

/** LinkedIn's consent: opens the member and every organization that the member may post for. */
export class LinkedInConnection implements OAuthConnection {
  readonly name = 'linkedin';
  readonly platforms = ['linkedin'] as const;
  readonly #client: LinkedInClient;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly configuration: Pick<Configuration, 'platformApps'>,
  ) {
    const { linkedin, linkedinVersion } = configuration.platformApps;
    this.#client = new LinkedInClient(http, linkedin.apiUrl, linkedinVersion);
  }

  get configured(): boolean {
    return this.#app.keys !== null;
  }

  /** Always the full set: asking the same person for another one ends all tokens that the app has of them. */
  authorizeUrl({ state, redirectUri }: AuthorizeRequest): string {
    const url = new URL(this.#app.authorizeUrl);
    // PKCE is for LinkedIn's native apps, which have an endpoint of their own.
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#app.keys?.id ?? '',
      redirect_uri: redirectUri,
      state,
      scope: this.#scopes.join(' '),
    }).toString();
    return url.href;
  }

  async redeem({ query, redirectUri }: Callback): Promise<Grant> {
    const { keys, tokenUrl: url } = this.#app;
    if (keys === null) throw new ConsentFailed(LINKEDIN.name);
    const form = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: redirectUri,
      client_id: keys.id,
      client_secret: keys.secret,
    };
    const names = { platform: LINKEDIN.name, now: this.clock.now() };
    const tokens = await redeemCode(this.http, { platform: 'linkedin', url, form }, names);
    const needed = NEEDED.filter((scope) => this.#scopes.includes(scope));
    refuseMissingScopes(LINKEDIN.name, needed, tokens.scopes);
    const scopes = tokens.scopes.length > 0 ? tokens.scopes : this.#scopes;
    const authors = await this.#authors(tokens.accessToken, scopes);
    if (authors.length === 0)
      throw new NoAccountFound(LINKEDIN.name, 'no organization that you may post for');
    return { accounts: authors.map((author) => accountOf(author, { ...tokens, scopes })) };
  }

  async #authors(token: string, scopes: readonly string[]): Promise<readonly Author[]> {
    try {
      const member = scopes.includes(MEMBER) ? await ownMember(this.#client, token, scopes) : null;
      const isForOrganizations = ORGANIZATION.every((scope) => scopes.includes(scope));
      const organizations = isForOrganizations ? await ownOrganizations(this.#client, token) : [];
      return [...(member ? [member] : []), ...organizations];
    } catch (error) {
      if (error instanceof LinkedInError || error instanceof TokenRefused)
        throw new ConsentFailed(LINKEDIN.name, error.words);
      throw error;
    }
  }

  get #app() {
    return this.configuration.platformApps.linkedin;
  }

  get #scopes(): readonly string[] {
    return this.#app.scopes;
  }
}

const accountOf = (
  { urn, name, displayName }: Author,
  { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes }: Omit<TokenReply, 'body'>,
): Grant['accounts'][number] => ({
  platform: 'linkedin',
  remoteId: urn,
  accountName: name,
  displayName,
  server: null,
  limits: LINKEDIN_LIMITS,
  credentials: { accessToken, refreshToken, expiresAt, refreshExpiresAt, scopes, author: urn },
});
