import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { ScriptedServer, type ScriptedReply } from '../testing/scripted-server.ts';
import { threadsConnection } from './consent.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const CODE = 'POST /oauth/access_token';
const EXCHANGE = 'GET /access_token';
const SCOPES = 'GET /v1.0/debug_token';
const ME = 'GET /v1.0/me';
const redirectUri = 'https://posthorn.example/api/auth/threads/callback';
const callback = { query: new URLSearchParams({ code: 'c1', state: 's' }), verifier: 'v', redirectUri };

let graph: ScriptedServer;
let http: SafeHttp;
let connection: ReturnType<typeof threadsConnection>;

beforeAll(async () => {
  graph = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: graph.port }] });
  const configuration = testConfiguration({
    THREADS_APP_ID: 'app',
    THREADS_APP_SECRET: 'secret',
    THREADS_GRAPH_URL: graph.url,
    THREADS_TOKEN_URL: `${graph.url}/oauth/access_token`,
  });
  connection = threadsConnection(new PlatformHttp(http, new Breaker()), new FixedClock(noon), configuration);
});
afterAll(async () => {
  await Promise.all([graph.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  graph.setAnswers({
    [CODE]: { text: '{"access_token":"t0","user_id":17841405793187218}' },
    [EXCHANGE]: { json: { access_token: 't1', token_type: 'bearer', expires_in: 5_184_000 } },
    [SCOPES]: scopesReply('threads_basic', 'threads_content_publish'),
    [ME]: { json: { id: '17841405793187218', username: 'ana', name: 'Ana' } },
  });
});
const scopesReply = (...scopes: string[]): ScriptedReply => ({ json: { data: { is_valid: true, scopes } } });

it('builds the URL of the consent page with the id of the Threads app', () => {
  const url = new URL(connection.authorizeUrl({ state: 's', challenge: 'x', redirectUri }));
  expect(`${url.origin}${url.pathname}`).toBe('https://threads.net/oauth/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'app',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 's',
    scope:
      'threads_basic,threads_content_publish,threads_delete,threads_read_replies,threads_manage_replies,threads_manage_insights',
  });
});
it('exchanges the code for a token, and this token for one of sixty days', async () => {
  const { accounts } = await connection.redeem(callback);
  expect(accounts).toMatchObject([
    {
      platform: 'threads',
      remoteId: '17841405793187218',
      accountName: 'ana',
      displayName: 'Ana',
      credentials: {
        accessToken: 't1',
        refreshToken: null,
        expiresAt: '2030-03-02T12:00:00.000Z',
        issuedAt: noon.toISOString(),
        userId: '17841405793187218',
        scopes: ['threads_basic', 'threads_content_publish'],
      },
    },
  ]);
  expect(graph.requestsTo(EXCHANGE)[0]?.query.toString()).toBe(
    'grant_type=th_exchange_token&client_secret=secret&access_token=t0',
  );
});
it('accepts a lifetime that is a text, huge or missing', async () => {
  const expiryOf = async (seconds: unknown) => {
    graph.addAnswers({ [EXCHANGE]: { json: { access_token: 't1', expires_in: seconds } } });
    return (await connection.redeem(callback)).accounts[0]?.credentials['expiresAt'];
  };
  expect(await expiryOf('3600')).toBe('2030-01-01T13:00:00.000Z');
  expect(await expiryOf(1e18)).toEqual(expect.any(String));
  expect(await expiryOf(undefined)).toBeNull();
});
it('connects an account even if Threads does not return the granted scopes', async () => {
  graph.addAnswers({ [SCOPES]: { status: 400, json: { error: { code: 100, message: 'Not a tester' } } } });
  const { accounts } = await connection.redeem(callback);
  expect(accounts[0]?.credentials['scopes']).toEqual([]);
});
it.each([
  [SCOPES, scopesReply('threads_basic'), 'scopes-missing', /threads_content_publish/u],
  [
    CODE,
    { status: 400, json: { error_type: 'OAuthException', code: 400, error_message: 'Invalid code' } },
    'consent-failed',
    /Invalid code/u,
  ],
  [
    EXCHANGE,
    { status: 400, json: { error: { code: 190, message: 'Session over' } } },
    'consent-failed',
    /over/u,
  ],
  [ME, { status: 500, json: { error: { code: 1, message: 'Try later' } } }, 'consent-failed', /later/u],
  [ME, { json: { id: '1' } }, 'no-account', /no Threads profile/u],
] as const)('when %s returns %j, throws %s', async (step, response, code, words) => {
  graph.addAnswers({ [step]: response });
  await expect(connection.redeem(callback)).rejects.toMatchObject({
    code: `integrations.${code}`,
    message: expect.stringMatching(words),
  });
});
