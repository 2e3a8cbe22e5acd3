import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import { scopesNeeded } from '#infrastructure/config/platform-scopes.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { at, textOf } from '../../kit/json.ts';
import { asAccount, tokenOf } from '../../kit/as-account.ts';
import { failConsentOnRefusal } from '../../kit/code-consent.ts';
import { ConsentFailed, refuseMissingScopes } from '../../kit/oauth/consent-failures.ts';
import { codeOfCallback, type AccountGrant } from '../../contract/oauth-connection.ts';
import { oauthCredentials } from '../../kit/oauth/oauth-credentials.ts';
import { CallHadNoEffect, ReconnectNeeded, RenewalFailed } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import { TikTokClient, TikTokError } from '../client.ts';
import { readCreator } from '../publish/creator.ts';
import { consentUrl, renewCredentials, tiktokApp } from '../tokens.ts';
import { BusinessClient } from './business-client.ts';
import { businessPartOf, BusinessTokens } from './business-tokens.ts';

const NEEDED = scopesNeeded('tiktok-business', 'account');
const FIELDS = JSON.stringify(['username', 'display_name']);

/**
 * The consent with which the owner of a connected account allows Posthorn to read its comments. Only TikTok's API for Business
 * returns comments. In this API, the account has a different id than for publishing, but the same username.
 */
export function tiktokBusinessConsent(
  http: PlatformHttp,
  clock: Clock,
  { tiktok, 'tiktok-business': business }: PlatformApps,
): AccountGrant {
  const client = new BusinessClient(http, business.apiUrl);
  const tokens = new BusinessTokens(http, clock, business);
  const oauth = tiktokApp(http, clock, tiktok);
  const posting = new TikTokClient(http, tiktok.apiUrl);
  const as = asAccount(tokenOf, (stored: JsonObject) => renewCredentials(oauth, stored), clock);

  /** The account's current username. Null: TikTok does not return it now, so the username from the connection counts. */
  const currentUsername = async (access: AccountAccess): Promise<string | null> => {
    try {
      const ask = (call: Parameters<typeof posting.send>[1]) =>
        as(access, (token) => posting.send(token, call));
      return (await readCreator(ask)).username;
    } catch (error) {
      if (isWithoutResult(error)) return null;
      throw error;
    }
  };
  return {
    name: 'tiktok-business',
    platforms: ['tiktok'],
    opens: 'comments',
    configured: business.keys !== null,
    /** TikTok's portal issues a URL for each application. Posthorn leaves the parameters of this URL in it. */
    authorizeUrl: (request) => consentUrl(business, request),
    isMissingIn: (credentials) => businessPartOf(credentials) === null,

    async redeem({ query, redirectUri }) {
      const part = await tokens.redeem(codeOfCallback(query) ?? '', redirectUri);
      const { accessToken, scopes } = oauthCredentials(part);
      refuseMissingScopes('TikTok', NEEDED, scopes);
      // The id of the account in the API for Business.
      const knownAs = textOf(part['openId']);
      if (knownAs === null) throw new ConsentFailed('TikTok');
      const request = { path: '/business/get/', query: { business_id: knownAs, fields: FIELDS } };
      const profile = await failConsentOnRefusal('TikTok', () => client.send(accessToken, request));
      const username = textOf(at(profile, 'username'));
      if (username === null) throw new ConsentFailed('TikTok');
      return { username, knownAs, credentials: { business: part } };
    },

    async isBy({ username }, access) {
      const own = (await currentUsername(access)) ?? textOf((await access.credentials())['username']);
      return own !== null && own.toLowerCase() === username.toLowerCase();
    },
  };
}

const isWithoutResult = (error: unknown): boolean =>
  [TikTokError, OutgoingError, BreakerOpen, ReconnectNeeded, RenewalFailed, CallHadNoEffect].some(
    (kind) => error instanceof kind,
  );
