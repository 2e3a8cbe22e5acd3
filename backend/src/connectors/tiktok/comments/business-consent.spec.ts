import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { TIKTOK_LIMITS } from '../limits.ts';
import { tiktokConnector } from '../tiktok.connector.ts';
import { tiktokBusinessConsent } from './business-consent.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const BASE = '/open_api/v1.3';
const TOKEN = `POST ${BASE}/tt_user/oauth2/token/`;
const REFRESH = `POST ${BASE}/tt_user/oauth2/refresh_token/`;
const REVOKE = `POST ${BASE}/tt_user/oauth2/revoke/`;
const PROFILE = `GET ${BASE}/business/get/`;
const POSTING_TOKEN = 'POST /v2/oauth/token/';
const POSTING_REVOKE = 'POST /v2/oauth/revoke/';
const CREATOR = 'POST /v2/post/publish/creator_info/query/';
const redirectUri = 'https://posts.example/api/auth/tiktok-business/callback/';

/** TikTok for Business reports success and errors in `code`; `postingReply` has the form of the API for publishing. */
const businessReply = (data: object): ScriptedReply => ({
  json: { code: 0, message: 'OK', request_id: 'r', data },
});
const businessError = (code: number, message: string): ScriptedReply => ({
  json: { code, message, request_id: 'r', data: {} },
});
const postingReply = (data: object): ScriptedReply => ({ json: { data, error: { code: 'ok' } } });
const tokens = (extra: object = {}) => ({
  access_token: 'b1',
  expires_in: 86_400,
  refresh_token: 'br1',
  refresh_token_expires_in: 31_536_000,
  open_id: 'business-1',
  scope: 'user.info.basic,user.info.username,comment.list',
  ...extra,
});
const BUSINESS = {
  accessToken: 'b1',
  refreshToken: 'br1',
  openId: 'business-1',
  expiresAt: '2030-01-02T12:00:00.000Z',
  refreshExpiresAt: '2031-01-01T12:00:00.000Z',
  scopes: ['user.info.basic', 'user.info.username', 'comment.list'],
};

let api: ScriptedServer;
let http: SafeHttp;
let consent: ReturnType<typeof tiktokBusinessConsent>;
let connector: ReturnType<typeof tiktokConnector>;
let access: MemoryAccess;

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const configuration = testConfiguration({
    TIKTOK_CLIENT_KEY: 'key',
    TIKTOK_CLIENT_SECRET: 'of-posting',
    TIKTOK_API_URL: api.url,
    TIKTOK_BUSINESS_APP_ID: 'app',
    TIKTOK_BUSINESS_SECRET: 'of-business',
    TIKTOK_BUSINESS_API_URL: api.url,
    TIKTOK_BUSINESS_AUTHORIZE_URL: 'https://www.tiktok.com/v2/auth/authorize?from=portal&client_key=old',
  });
  const { platformApps } = configuration;
  const clock = new FixedClock(noon);
  const platformHttp = new PlatformHttp(http, new Breaker());
  consent = tiktokBusinessConsent(platformHttp, clock, platformApps);
  connector = tiktokConnector(platformHttp, clock, configuration, {
    create: () => Promise.reject(new Error('This spec creates no media URL.')),
  });
  access = new MemoryAccess(TIKTOK_LIMITS, {
    accessToken: 't1',
    refreshToken: 'r1',
    scopes: [],
    openId: 'posting',
    username: 'Ana.Old',
    expiresAt: '2030-01-02T11:00:00.000Z',
  });
  api.setAnswers({
    [TOKEN]: businessReply(tokens()),
    [PROFILE]: businessReply({ username: 'ana', display_name: 'Ana' }),
    [CREATOR]: postingReply({ creator_username: 'ANA' }),
  });
});
const redeem = (query: Record<string, string> = { auth_code: 'c1' }) =>
  consent.redeem({ query: new URLSearchParams(query), verifier: 'v', redirectUri });
const consentOf = (username: string) => ({ username, knownAs: 'business-1', credentials: {} });

it('keeps the query string of the configured URL of the consent page', () => {
  const url = new URL(consent.authorizeUrl({ state: 's1', challenge: 'c', redirectUri }));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    from: 'portal',
    client_key: 'app',
    response_type: 'code',
    state: 's1',
    disable_auto_auth: '1',
    redirect_uri: redirectUri,
    scope: 'user.info.basic,user.info.username,comment.list,comment.list.manage,video.list',
  });
});
it.each(['auth_code', 'code'])(
  'exchanges a %s for tokens, and reads the owner of the tokens',
  async (name) => {
    expect(await redeem({ [name]: 'c1' })).toEqual({
      username: 'ana',
      knownAs: 'business-1',
      credentials: { business: BUSINESS },
    });
    expect(api.requests[0]?.json()).toEqual({
      client_id: 'app',
      client_secret: 'of-business',
      grant_type: 'authorization_code',
      auth_code: 'c1',
      redirect_uri: redirectUri,
    });
    expect(api.requests[1]?.query.get('business_id')).toBe('business-1');
  },
);
it.each([
  [{ [TOKEN]: businessError(40_110, 'of-business: the code is expired') }, 'integrations.consent-failed'],
  [{ [TOKEN]: businessReply({}) }, 'integrations.consent-failed'],
  [{ [TOKEN]: businessReply(tokens({ open_id: '' })) }, 'integrations.consent-failed'],
  [
    { [TOKEN]: businessReply(tokens({ scope: 'user.info.basic,user.info.username' })) },
    'integrations.scopes-missing',
  ],
  [{ [PROFILE]: businessError(40_105, 'Access token is incorrect') }, 'integrations.consent-failed'],
  [{ [PROFILE]: businessReply({}) }, 'integrations.consent-failed'],
])('refuses an unusable consent: %j', async (response, code) => {
  api.setAnswers({ [PROFILE]: businessReply({ username: 'ana' }), ...response });
  const failure: unknown = await redeem().catch((error: unknown) => error);
  expect(failure).toMatchObject({ code });
  expect(String(failure)).not.toContain('of-business');
});
it('identifies the owner by the current name of the account', async () => {
  expect(await consent.isBy(consentOf('ana'), access)).toBe(true);
  expect(await consent.isBy(consentOf('ana.old'), access)).toBe(false);
  expect(await consent.isBy(consentOf('ben'), access)).toBe(false);
});
it('identifies the owner by the stored name if the request to TikTok fails', async () => {
  api.setAnswers({ [CREATOR]: { status: 500, json: { error: { code: 'internal_error', message: 'No.' } } } });
  expect(await consent.isBy(consentOf('ana.old'), access)).toBe(true);
  expect(await consent.isBy(consentOf('ana'), access)).toBe(false);
  access.current = { ...access.current, username: null };
  expect(await consent.isBy(consentOf('ana'), access)).toBe(false);
});

/** The credentials for publishing, and the older ones of TikTok for Business. */
const bothCredentials = () => ({
  ...access.current,
  business: { ...BUSINESS, accessToken: 'b0', refreshToken: 'br0' },
});
const POSTING_TOKENS = { access_token: 't2', expires_in: 86_400, refresh_token: 'r2', scope: '' };

it('renews the grant together with the tokens for publishing', async () => {
  api.setAnswers({ [POSTING_TOKEN]: { json: POSTING_TOKENS }, [REFRESH]: businessReply(tokens()) });
  const renewed = await connector.refresh(bothCredentials());
  expect(renewed).toMatchObject({ accessToken: 't2', refreshToken: 'r2', business: BUSINESS });
});
it.each([
  ['is kept if TikTok for Business fails', businessError(50_000, 'Busy'), { accessToken: 'b0' }],
  ['ends if it was revoked', businessError(40_110, 'revoked'), { endedAt: noon.toISOString() }],
])('the grant %s, and the tokens for publishing are renewed', async (_title, response, business) => {
  api.setAnswers({ [POSTING_TOKEN]: { json: POSTING_TOKENS }, [REFRESH]: response });
  const renewed = await connector.refresh(bothCredentials());
  expect(renewed).toMatchObject({ accessToken: 't2', refreshToken: 'r2', business });
  expect(consent.isMissingIn(renewed)).toBe('endedAt' in business);
});
it('does not renew a grant that the account does not have', async () => {
  api.setAnswers({ [POSTING_TOKEN]: { json: POSTING_TOKENS } });
  expect(await connector.refresh(access.current)).not.toHaveProperty('business');
});
it('revokes the grant on a disconnect, even if the grant for publishing cannot be revoked', async () => {
  api.setAnswers({ [POSTING_REVOKE]: { status: 500, json: {} }, [REVOKE]: businessReply({}) });
  await connector.disconnect(bothCredentials()).catch(() => undefined);
  const revoked = api.requests.find(({ call }) => call === REVOKE);
  expect(revoked?.json()).toMatchObject({ access_token: 'b0', client_id: 'app' });
});
it('counts a token that is already revoked as revoked', async () => {
  api.setAnswers({
    [POSTING_REVOKE]: { json: {} },
    [REVOKE]: businessError(40_105, 'Access token is incorrect'),
  });
  expect(await connector.disconnect(bothCredentials())).toBe(true);
});
