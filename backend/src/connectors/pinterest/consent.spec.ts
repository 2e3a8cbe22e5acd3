import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { pinterestConnection } from './consent.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const TOKEN = 'POST /v5/oauth/token';
const OWNER = 'GET /v5/user_account';
const SCOPES = 'user_accounts:read boards:read boards:write pins:read pins:write';
const redirectUri = 'https://posthorn.example/api/auth/pinterest/callback';
const callback = { query: new URLSearchParams({ code: 'c1', state: 's' }), verifier: 'v', redirectUri };

let api: ScriptedServer;
let http: SafeHttp;
let connection: ReturnType<typeof pinterestConnection>;
const tokens = (scope: string) => ({
  json: {
    access_token: 't1',
    refresh_token: 'r1',
    expires_in: 2_592_000,
    refresh_token_expires_in: 5_184_000,
    scope,
  },
});

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
  const configuration = testConfiguration({
    PINTEREST_APP_ID: 'app',
    PINTEREST_APP_SECRET: 'secret',
    PINTEREST_API_URL: `${api.url}/v5`,
    PINTEREST_TOKEN_URL: `${api.url}/v5/oauth/token`,
  });
  const platform = new PlatformHttp(http, new Breaker());
  connection = pinterestConnection(platform, new FixedClock(noon), configuration);
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  api.setAnswers({
    [TOKEN]: tokens(SCOPES),
    [OWNER]: { json: { id: '5494', username: 'ana', business_name: 'Ana' } },
  });
});

it('sends the browser to Pinterest with comma-separated scopes', () => {
  const url = new URL(connection.authorizeUrl({ state: 's', challenge: 'x', redirectUri }));
  expect(`${url.origin}${url.pathname}`).toBe('https://www.pinterest.com/oauth/');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPES.replaceAll(' ', ','),
    state: 's',
  });
});
it("requests tokens that can always be renewed, with the app's credentials only in the header", async () => {
  const { accounts } = await connection.redeem(callback);
  expect(accounts).toMatchObject([
    {
      platform: 'pinterest',
      remoteId: '5494',
      accountName: 'ana',
      displayName: 'Ana',
      credentials: {
        accessToken: 't1',
        refreshToken: 'r1',
        expiresAt: '2030-01-31T12:00:00.000Z',
        refreshExpiresAt: '2030-03-02T12:00:00.000Z',
        scopes: SCOPES.split(' '),
      },
    },
  ]);
  const request = api.requestsTo(TOKEN)[0];
  expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('app:secret').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
    grant_type: 'authorization_code',
    code: 'c1',
    redirect_uri: redirectUri,
    continuous_refresh: 'true',
  });
});
it.each([
  [TOKEN, tokens('boards:read pins:read'), 'scopes-missing', /pins:write/u],
  [
    TOKEN,
    { status: 401, json: { code: 283, message: 'The grant is invalid' } },
    'consent-failed',
    /invalid/u,
  ],
  [OWNER, { status: 401, json: { code: 2, message: 'Authentication failed.' } }, 'consent-failed', /failed/u],
  [OWNER, { json: { id: '1' } }, 'no-account', /no Pinterest account/u],
] as const)('if %s returns %j, throws %s', async (step, response, code, message) => {
  api.addAnswers({ [step]: response });
  await expect(connection.redeem(callback)).rejects.toMatchObject({
    code: `integrations.${code}`,
    message: expect.stringMatching(message),
  });
});
