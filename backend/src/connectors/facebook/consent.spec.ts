import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import { PLATFORM_SCOPES } from '#infrastructure/config/platform-scopes.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { ScriptedServer, type ScriptedRequest } from '../testing/scripted-server.ts';
import { facebookConnection } from './consent.ts';

const ASKED_SCOPES = PLATFORM_SCOPES.facebook.map(({ scope }) => scope);

const TOKEN = 'GET /v26.0/oauth/access_token';
const DEBUG = 'GET /v26.0/debug_token';
const ACCOUNTS = 'GET /v26.0/me/accounts';
const redirectUri = 'https://posthorn.example/api/auth/facebook/callback';
const page = (id: string, extra: object = {}) => ({
  id,
  name: `Page ${id}`,
  access_token: `token of ${id}`,
  tasks: ['CREATE_CONTENT', 'MODERATE'],
  ...extra,
});
const scopes = (granted: readonly string[]) => ({ json: { data: { is_valid: true, scopes: granted } } });

let server: ScriptedServer;
let http: SafeHttp;
let connection: ReturnType<typeof facebookConnection>;

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  connection = connectionWith({ id: 'app', secret: 'secret' });
  server.setAnswers({
    [TOKEN]: ({ query }: ScriptedRequest) => ({
      json: {
        access_token: query.get('fb_exchange_token') === 'short' ? 'lasting' : 'short',
        expires_in: 5_184_000,
      },
    }),
    [DEBUG]: scopes(ASKED_SCOPES),
    [ACCOUNTS]: { json: { data: [page('1')] } },
  });
});

function connectionWith(keys: PlatformApp['keys'], query = ''): ReturnType<typeof facebookConnection> {
  const facebook: PlatformApp = {
    keys,
    apiUrl: server.url,
    authorizeUrl: `https://www.facebook.com/v26.0/dialog/oauth${query}`,
    tokenUrl: `${server.url}/v26.0/oauth/access_token`,
    scopes: ASKED_SCOPES,
  };
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  return facebookConnection(new PlatformHttp(http, new Breaker()), clock, {
    facebook,
    metaGraphVersion: 'v26.0',
  });
}
const redeem = (code = 'a-code') =>
  connection.redeem({ query: new URLSearchParams({ code }), verifier: 'v', redirectUri });

it('is configured only with keys', () => {
  expect([connection.configured, connectionWith(null).configured]).toEqual([true, false]);
});

it('builds the URL of the consent dialog with all parameters', () => {
  const url = new URL(connection.authorizeUrl({ state: 's', challenge: 'c', redirectUri }));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'app',
    redirect_uri: redirectUri,
    state: 's',
    response_type: 'code',
    scope: ASKED_SCOPES.join(','),
  });
});

it('does not send scopes if the URL of the dialog contains a config_id', () => {
  const business = connectionWith({ id: 'app', secret: 'secret' }, '?config_id=42');
  const { searchParams } = new URL(business.authorizeUrl({ state: 's', challenge: 'c', redirectUri }));
  expect([searchParams.get('config_id'), searchParams.get('scope'), searchParams.get('state')]).toEqual([
    '42',
    null,
    's',
  ]);
});

it('exchanges the token for a long-lived one before it reads the tokens of Pages', async () => {
  const { accounts } = await redeem();
  expect(accounts).toMatchObject([
    {
      platform: 'facebook',
      remoteId: '1',
      accountName: 'Page 1',
      credentials: { accessToken: 'token of 1', refreshToken: null, expiresAt: null, ownerId: '1' },
    },
  ]);
  expect(server.requestsTo(TOKEN).map(({ query }) => query.get('grant_type'))).toEqual([
    null,
    'fb_exchange_token',
  ]);
  expect(server.requestsTo(ACCOUNTS)[0]?.headers.authorization).toBe('Bearer lasting');
  expect(server.requestsTo(DEBUG)[0]?.headers.authorization).toBe('Bearer app|secret');
});

it('returns all Pages on which the person may publish, with their linked Instagram accounts', async () => {
  const linked = { instagram_business_account: { id: '1784', username: 'ana.bakes', name: 'Ana' } };
  server.addAnswers({
    [ACCOUNTS]: ({ query }: ScriptedRequest) => ({
      json:
        query.get('after') === null
          ? {
              data: [page('1', { username: 'bakery', ...linked }), page('2', { tasks: ['ANALYZE'] })],
              paging: { cursors: { after: 'x' }, next: 'https://graph.facebook.com/next' },
            }
          : { data: [page('3')] },
    }),
  });
  const { accounts } = await redeem();
  expect(accounts.map(({ platform, accountName }) => [platform, accountName])).toEqual([
    ['facebook', 'bakery'],
    ['instagram', 'ana.bakes'],
    ['facebook', 'Page 3'],
  ]);
  expect(accounts[1]).toMatchObject({
    remoteId: '1784',
    displayName: 'Ana',
    credentials: { accessToken: 'token of 1', ownerId: '1784' },
  });
});

describe('Pages of a Business portfolio', () => {
  const linked = { instagram_business_account: { id: '1784', username: 'studio' } };
  const BUSINESSES = 'GET /v26.0/me/businesses';
  const offered = async () =>
    (await redeem()).accounts.map(({ platform, accountName }) => `${platform} ${accountName}`);
  /** A list with two pages, each with one entry. */
  const inTwoPages =
    (first: object, second: object) =>
    ({ query }: ScriptedRequest) => ({
      json:
        query.get('after') === null
          ? { data: [first], paging: { cursors: { after: 'x' }, next: 'https://graph.facebook.com/next' } }
          : { data: [second] },
    });
  // `owned_pages` and `client_pages` do not return the person's tasks. Without tasks, a Page has no token.
  const portfolioPage = (id: string, extra: object = {}) => ({ ...page(id, extra), tasks: undefined });

  beforeEach(() => {
    server.addAnswers({
      [ACCOUNTS]: { json: { data: [] } },
      [BUSINESSES]: inTwoPages({ id: '70' }, { id: '71' }),
      'GET /v26.0/70/owned_pages': inTwoPages(
        portfolioPage('1', linked),
        portfolioPage('2', { access_token: undefined }),
      ),
      'GET /v26.0/70/client_pages': { json: { data: [portfolioPage('3')] } },
      'GET /v26.0/71/owned_pages': { json: { data: [] } },
      'GET /v26.0/71/client_pages': inTwoPages(portfolioPage('4'), portfolioPage('1', linked)),
    });
  });

  it("are found with their linked Instagram accounts, even if the person's own list is empty", async () => {
    expect(await offered()).toEqual([
      'facebook Page 1',
      'instagram studio',
      'facebook Page 3',
      'facebook Page 4',
    ]);
    const [request] = server.requestsTo('GET /v26.0/70/owned_pages');
    expect(request?.query.get('fields')).not.toContain('tasks');
  });
  it('are returned once, with the data of the person’s own list', async () => {
    const own = [page('1', { name: 'As listed', ...linked }), page('3', { tasks: ['ANALYZE'] })];
    server.addAnswers({ [ACCOUNTS]: { json: { data: own } } });
    expect(await offered()).toEqual(['facebook As listed', 'instagram studio', 'facebook Page 4']);
  });
  it('are not read without the permission business_management, and the consent still succeeds', async () => {
    server.addAnswers({
      [ACCOUNTS]: { json: { data: [page('9')] } },
      [DEBUG]: scopes(ASKED_SCOPES.filter((scope) => scope !== 'business_management')),
    });
    expect(await offered()).toEqual(['facebook Page 9']);
    expect(server.requestsTo(BUSINESSES)).toEqual([]);
    server.addAnswers({ [ACCOUNTS]: { json: { data: [] } } });
    await expect(redeem()).rejects.toMatchObject({
      code: 'integrations.no-account',
      message: expect.stringContaining('business_management'),
    });
  });
  it.each([BUSINESSES, 'GET /v26.0/70/owned_pages', 'GET /v26.0/71/client_pages'])(
    'of a refused list are omitted, and the others are returned: %s',
    async (call) => {
      const refusal = { status: 403, json: { error: { code: 200, message: 'Missing Permission' } } };
      server.addAnswers({ [ACCOUNTS]: { json: { data: [page('9')] } }, [call]: refusal });
      const found = await offered();
      expect(found).toContain('facebook Page 9');
      expect(found.includes('facebook Page 3')).toBe(call !== BUSINESSES);
    },
  );
  it('are omitted if their list refuses a token that the person’s own list accepted', async () => {
    const refusal = { status: 401, json: { error: { code: 190, message: 'No.' } } };
    server.addAnswers({ [ACCOUNTS]: { json: { data: [page('9')] } }, [BUSINESSES]: refusal });
    expect(await offered()).toEqual(['facebook Page 9']);
  });
  it('fail the consent with Meta’s error, not with “no Page”, if Meta fails', async () => {
    const fault = { status: 500, json: { error: { code: 2, message: 'Service temporarily unavailable' } } };
    server.addAnswers({ [BUSINESSES]: fault });
    await expect(redeem()).rejects.toMatchObject({
      code: 'integrations.consent-failed',
      message: expect.stringContaining('Service temporarily unavailable'),
    });
  });
});

it('returns only the accounts for which the granted permissions are sufficient', async () => {
  const linked = { instagram_business_account: { id: '1784', username: 'ana.bakes' } };
  server.addAnswers({ [ACCOUNTS]: { json: { data: [page('1', linked)] } } });
  const platformsWithout = async (scope: string) => {
    server.addAnswers({ [DEBUG]: scopes(ASKED_SCOPES.filter((one) => one !== scope)) });
    return (await redeem()).accounts.map(({ platform }) => platform);
  };
  expect(await platformsWithout('pages_manage_posts')).toEqual(['instagram']);
  expect(await platformsWithout('instagram_content_publish')).toEqual(['facebook']);
  await expect(platformsWithout('pages_show_list')).rejects.toMatchObject({
    code: 'integrations.scopes-missing',
    message: expect.stringContaining('pages_show_list'),
  });
});

it.each([
  ['not available', { status: 400, json: { error: { code: 100, message: 'No' } } }],
  ['given without scopes', { json: { data: { is_valid: true } } }],
])('reads the permissions of the person if the permissions of the token are %s', async (_what, response) => {
  const permission = (name: string, status = 'granted') => ({ permission: name, status });
  const given = ['pages_show_list', 'pages_read_engagement'].map((name) => permission(name));
  server.addAnswers({
    [DEBUG]: response,
    'GET /v26.0/me/permissions': { json: { data: [...given, permission('pages_manage_posts', 'declined')] } },
  });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.scopes-missing' });
  server.addAnswers({ 'GET /v26.0/me/permissions': { status: 404, text: '<html>' } });
  expect((await redeem()).accounts).toMatchObject([{ remoteId: '1' }]);
});

it('keeps all digits of ids that are JSON numbers, and uses the id if there is no name', async () => {
  server.addAnswers({
    [ACCOUNTS]: {
      text: '{"data":[{"id":17841405793187218001,"name":"Bakery","access_token":"t","instagram_business_account":{"id":17841405793187218002}}]}',
    },
  });
  expect((await redeem()).accounts).toMatchObject([
    { remoteId: '17841405793187218001' },
    { remoteId: '17841405793187218002', accountName: '17841405793187218002' },
  ]);
});

it('reports no account if the person may not publish on any Page', async () => {
  server.addAnswers({ [ACCOUNTS]: { json: { data: [page('1', { tasks: ['MODERATE'] })] } } });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.no-account' });
});

it('fails the consent if Meta refuses the code or the list of Pages', async () => {
  const used = { status: 400, json: { error: { code: 100, message: 'This code has been used.' } } };
  server.addAnswers({ [ACCOUNTS]: used });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.consent-failed' });
  server.addAnswers({ [TOKEN]: used });
  await expect(redeem()).rejects.toMatchObject({
    code: 'integrations.consent-failed',
    message: expect.stringContaining('This code has been used.'),
  });
});
