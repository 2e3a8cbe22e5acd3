import { CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded, RenewalFailed } from '../kit/outcomes.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { MemoryAccess } from '../testing/account-access.ts';
import { ScriptedServer, type ScriptedAnswer } from '../testing/scripted-server.ts';
import { INSTAGRAM_LIMITS } from './limits.ts';
import { instagramLoginConnection } from './consent.ts';
import { instagramConnector } from './instagram.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const CODE = 'POST /oauth/access_token';
const EXCHANGE = 'GET /access_token';
const REFRESH = 'GET /refresh_access_token';
const ME = 'GET /v26.0/me';
const LIMIT = 'GET /v26.0/17841405793187218/content_publishing_limit';
const redirectUri = 'https://posthorn.example/api/auth/instagram-login/callback';
const callback = {
  query: new URLSearchParams({ code: 'c1#_', state: 's' }),
  verifier: 'v',
  redirectUri,
};
const SCOPES =
  'instagram_business_basic,instagram_business_content_publish,instagram_business_manage_comments,instagram_business_manage_insights';
const ownerReply = (extra: object = {}) => ({
  // As Instagram sends it: a number with too many digits for JavaScript.
  text: JSON.stringify({
    id: '9',
    username: 'ana.bakes',
    name: 'Ana',
    account_type: 'BUSINESS',
    ...extra,
  }).replace('{', '{"user_id":17841405793187218,'),
});
const longLivedToken = { access_token: 't1', token_type: 'bearer', expires_in: 5_184_000 };
const endedSession = (subcode: number) => ({
  status: 400,
  json: {
    error: { message: 'Session has expired', type: 'OAuthException', code: 190, error_subcode: subcode },
  },
});

/** The host of Instagram Login. */
let graph: ScriptedServer;
/** The host for accounts that are connected through a Facebook Page. */
let pages: ScriptedServer;
let http: SafeHttp;
let connection: ReturnType<typeof instagramLoginConnection>;
let connector: ReturnType<typeof instagramConnector>;

beforeAll(async () => {
  [graph, pages] = [await ScriptedServer.start(), await ScriptedServer.start()];
  http = new SafeHttp({
    privateHosts: [graph, pages].map(({ port }) => ({ host: 'localhost', port })),
  });
  const { platformApps } = testConfiguration({
    INSTAGRAM_APP_ID: 'app',
    INSTAGRAM_APP_SECRET: 'secret',
    INSTAGRAM_LOGIN_GRAPH_URL: graph.url,
    INSTAGRAM_TOKEN_URL: `${graph.url}/oauth/access_token`,
    INSTAGRAM_GRAPH_URL: pages.url,
    FACEBOOK_APP_ID: 'meta app',
    FACEBOOK_APP_SECRET: 'meta secret',
  });
  const platform = new PlatformHttp(http, new Breaker());
  connection = instagramLoginConnection(platform, clock, platformApps);
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  connector = instagramConnector(platform, clock, platformApps, media, () => Promise.resolve());
});
afterAll(async () => {
  await Promise.all([graph.close(), pages.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  clock.set(noon);
  pages.setAnswers({});
  graph.setAnswers({
    [CODE]: {
      text: `{"data":[{"access_token":"t0","user_id":17841405793187218,"permissions":"${SCOPES}"}]}`,
    },
    [EXCHANGE]: { json: longLivedToken },
    [REFRESH]: { json: { ...longLivedToken, access_token: 't2' } },
    [ME]: ownerReply(),
    [LIMIT]: { json: { data: [{ quota_usage: 3, config: { quota_total: 100 } }] } },
  });
});
const account = async () => (await connection.redeem(callback)).accounts[0];
const credentials = async () => (await account())?.credentials ?? {};

describe('connecting', () => {
  it('builds the URL of Instagram Login with the id of the Instagram app', () => {
    const url = new URL(connection.authorizeUrl({ state: 's', challenge: 'x', redirectUri }));
    expect(`${url.origin}${url.pathname}`).toBe('https://www.instagram.com/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'app',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES,
      state: 's',
    });
  });
  it('returns the account with its professional account id, and a token for sixty days', async () => {
    expect(await account()).toMatchObject({
      platform: 'instagram',
      remoteId: '17841405793187218',
      accountName: 'ana.bakes',
      displayName: 'Ana',
      credentials: {
        accessToken: 't1',
        expiresAt: '2030-03-02T12:00:00.000Z',
        issuedAt: noon.toISOString(),
        scopes: SCOPES.split(','),
        ownerId: '17841405793187218',
        route: 'login',
      },
    });
    const form = new URLSearchParams(graph.requestsTo(CODE)[0]?.body.toString());
    expect(form.get('code')).toBe('c1');
    expect(Object.fromEntries(graph.requestsTo(EXCHANGE)[0]?.query ?? [])).toEqual({
      grant_type: 'ig_exchange_token',
      client_secret: 'secret',
      access_token: 't0',
    });
  });
  it('reads the response to a code even if it is not a list', async () => {
    const json = { access_token: 't0', user_id: '1', permissions: SCOPES.split(',') };
    graph.addAnswers({ [CODE]: { json } });
    expect(await account()).toMatchObject({ credentials: { scopes: SCOPES.split(',') } });
  });
  it.each<[string, Record<string, ScriptedAnswer>, string]>([
    [
      'a permission was denied',
      { [CODE]: { json: { access_token: 't0', permissions: 'instagram_business_basic' } } },
      'scopes-missing',
    ],
    ['the account is a personal one', { [ME]: ownerReply({ account_type: 'PERSONAL' }) }, 'personal-account'],
    ['the token belongs to no account', { [ME]: { json: {} } }, 'no-account'],
    [
      'the code is refused',
      { [CODE]: { status: 400, json: { error_type: 'OAuthException', error_message: 'Invalid code' } } },
      'consent-failed',
    ],
    ['the token is refused', { [EXCHANGE]: endedSession(463) }, 'consent-failed'],
  ])('does not connect an account when %s', async (_what, answers, code) => {
    graph.addAnswers(answers);
    await expect(connection.redeem(callback)).rejects.toMatchObject({ code: `integrations.${code}` });
  });
  it('explains what to do about a personal account', async () => {
    graph.addAnswers({ [ME]: ownerReply({ account_type: 'PERSONAL' }) });
    await expect(connection.redeem(callback)).rejects.toThrow(CONSENT_TEXT['personal-account']('Instagram'));
    expect(CONSENT_TEXT['personal-account']('Instagram')).toContain('business or creator account');
  });
  it("removes secrets from Instagram's error message", async () => {
    graph.addAnswers({ [CODE]: { status: 400, json: { error_message: 'the code a-long-code is used' } } });
    const query = new URLSearchParams({ code: 'a-long-code' });
    await expect(connection.redeem({ ...callback, query })).rejects.toThrow('the code … is used');
  });
});

describe('a token', () => {
  it('is renewed for sixty days when it is at least a day old', async () => {
    const stored = await credentials();
    clock.set(new Date(noon.getTime() + DAY_MS));
    expect(await connector.refresh(stored)).toEqual({
      ...stored,
      accessToken: 't2',
      expiresAt: '2030-03-03T12:00:00.000Z',
      issuedAt: '2030-01-02T12:00:00.000Z',
    });
    expect(Object.fromEntries(graph.requestsTo(REFRESH)[0]?.query ?? [])).toEqual({
      grant_type: 'ig_refresh_token',
      access_token: 't1',
    });
  });
  it('that is younger than a day stays unchanged', async () => {
    const stored = await credentials();
    clock.set(new Date(noon.getTime() + DAY_MS - 1));
    expect(await connector.refresh(stored)).toEqual(stored);
    expect(graph.requestsTo(REFRESH)).toEqual([]);
  });
  it('that has expired requires a new login, but a server error does not', async () => {
    const stored = await credentials();
    clock.set(new Date(noon.getTime() + DAY_MS));
    graph.addAnswers({ [REFRESH]: endedSession(463) });
    await expect(connector.refresh(stored)).rejects.toBeInstanceOf(ReconnectNeeded);
    graph.addAnswers({ [REFRESH]: { status: 500, json: { error: { message: 'later', code: 2 } } } });
    await expect(connector.refresh(stored)).rejects.toBeInstanceOf(RenewalFailed);
  });
  it('of a Page stays unchanged', async () => {
    const stored = { accessToken: 'page', ownerId: '17', scopes: [] };
    expect(await connector.refresh(stored)).toBe(stored);
    expect([...graph.requests, ...pages.requests]).toEqual([]);
  });
});

describe('the route of an account', () => {
  it('determines the host of the requests', async () => {
    const byLogin = new MemoryAccess(INSTAGRAM_LIMITS, await credentials());
    await connector.readLimits(byLogin);
    expect(graph.requestsTo(LIMIT)).toHaveLength(1);
    // The documentation of Instagram Login mentions no proof of the app's secret.
    expect(graph.requestsTo(LIMIT)[0]?.query.has('appsecret_proof')).toBe(false);
    expect(pages.requests).toEqual([]);
    const alive = { data: { is_valid: true, scopes: [] } };
    pages.setAnswers({ 'GET /v26.0/debug_token': { json: alive } });
    for (const route of [undefined, 'page']) {
      const stored = { accessToken: 'p', ownerId: '17', scopes: [], ...(route !== undefined && { route }) };
      await connector.readLimits(new MemoryAccess(INSTAGRAM_LIMITS, stored)).catch(() => null);
    }
    expect(pages.calls()).toContain('GET /v26.0/17/content_publishing_limit');
    expect(graph.requestsTo(LIMIT)).toHaveLength(1);
  });
  it('allows deletions only through a Page', async () => {
    expect(connector.deletesPostsWith(await credentials())).toBe(false);
    expect(connector.deletesPostsWith({ accessToken: 'p' })).toBe(true);
  });
  it('determines the app for reconnecting the account', async () => {
    expect(connector.connectedBy(await credentials())).toBe('instagram-login');
    expect(connector.connectedBy({ accessToken: 'p' })).toBe('facebook');
  });
  it('determines how a revoked token is detected before a post is due', async () => {
    const access = new MemoryAccess(INSTAGRAM_LIMITS, await credentials());
    expect(await connector.readiness(access, '2030-01-01T13:00:00Z')).toEqual([]);
    graph.addAnswers({ [ME]: endedSession(460) });
    await expect(connector.readiness(access, '2030-01-01T13:00:00Z')).rejects.toBeInstanceOf(ReconnectNeeded);
  });
});
