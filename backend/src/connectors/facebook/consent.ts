import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { failConsentOnRefusal, buildAuthorizeUrl } from '../kit/code-consent.ts';
import { GraphClient } from '../meta/client/graph-client.ts';
import { grantedScopes } from '../meta/tokens/page-token.ts';
import { ConsentFailed, NoAccountFound, ScopesAreMissing } from '../kit/oauth/consent-failures.ts';
import type { Grant, OAuthConnection } from '../contract/oauth-connection.ts';
import { redeemCode } from '../kit/oauth/token-endpoint.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { FACEBOOK } from './limits.ts';
import { hasScopes, instagramAccount, managedPages, pageAccount, PORTFOLIO_SCOPE } from './tokens.ts';

const NAME = FACEBOOK.name;
const PAGE_SCOPES = scopesNeeded('facebook', 'Page');
const INSTAGRAM_SCOPES = scopesNeeded('facebook', 'Instagram account');
const NO_PAGE = 'no Page on which you may publish';
const NO_PAGE_WITHOUT_PORTFOLIOS = `${NO_PAGE}. Pages of a Business portfolio need the permission ${PORTFOLIO_SCOPE}`;

/** Facebook Login: one consent gives access to the Pages of a person and the Instagram accounts that are linked to these Pages. */
export function facebookConnection(
  http: PlatformHttp,
  clock: Clock,
  { facebook: app, metaGraphVersion: version }: Pick<PlatformApps, 'facebook' | 'metaGraphVersion'>,
): OAuthConnection {
  const { keys, apiUrl, tokenUrl: url } = app;
  const graph = new GraphClient(http, {
    platform: 'facebook',
    apiUrl,
    version,
    secret: keys?.secret ?? null,
  });

  /** @throws ConsentFailed, OutgoingError, BreakerOpen */
  const tokenFor = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const form = { client_id: keys?.id ?? '', client_secret: keys?.secret ?? '', ...fields };
    const request = { platform: 'facebook', url, method: 'GET', form } as const;
    return (await redeemCode(http, request, { platform: NAME, now: clock.now() })).accessToken;
  };
  return {
    name: 'facebook',
    platforms: ['facebook', 'instagram'],
    configured: keys !== null,

    /**
     * Without PKCE, which is not documented for servers that have the app's secret. Facebook Login for Business stores the
     * permissions in a configuration. If the operator put its `config_id` into the URL, this id replaces the scopes.
     */
    authorizeUrl(request) {
      const isConfigured = new URL(app.authorizeUrl).searchParams.has('config_id');
      return buildAuthorizeUrl(app, request, ',', isConfigured ? { scope: null } : {});
    },

    async redeem({ query, redirectUri }) {
      if (keys === null) throw new ConsentFailed(NAME);
      const shortLivedToken = await tokenFor({ code: query.get('code') ?? '', redirect_uri: redirectUri });
      // Page tokens from a short-lived token would expire together with that token.
      const token = await tokenFor({ grant_type: 'fb_exchange_token', fb_exchange_token: shortLivedToken });
      return failConsentOnRefusal(NAME, async () =>
        accountsOf(graph, token, await grantedScopes(graph, keys, token)),
      );
    },
  };
}

async function accountsOf(graph: GraphClient, token: string, scopes: readonly string[]): Promise<Grant> {
  const allowsPages = hasScopes(scopes, PAGE_SCOPES);
  const allowsInstagram = hasScopes(scopes, INSTAGRAM_SCOPES);
  if (!allowsPages && !allowsInstagram)
    throw new ScopesAreMissing(
      NAME,
      PAGE_SCOPES.filter((scope) => !scopes.includes(scope)),
    );
  const pages = await managedPages(graph, token, scopes);
  const accounts = pages.flatMap((page) => [
    ...(allowsPages ? [pageAccount(page, scopes)] : []),
    ...(allowsInstagram ? instagramAccount(page, scopes) : []),
  ]);
  if (accounts.length === 0)
    throw new NoAccountFound(
      NAME,
      hasScopes(scopes, [PORTFOLIO_SCOPE]) ? NO_PAGE : NO_PAGE_WITHOUT_PORTFOLIOS,
    );
  return { accounts };
}
