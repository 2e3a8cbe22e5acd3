import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { ScriptedServer, type ScriptedReply } from '../testing/scripted-server.ts';
import { tiktokConnection } from './consent.ts';

const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
const TOKEN = 'POST /v2/oauth/token/';
const USER = 'GET /v2/user/info/';
const CREATOR = 'POST /v2/post/publish/creator_info/query/';
const redirectUri = 'https://posthorn.example/api/auth/tiktok/callback';
const ok = (data: object): ScriptedReply => ({ json: { data, error: { code: 'ok' } } });
const fault = (status: number, code: string): ScriptedReply => ({
  status,
  json: { error: { code, message: 'No.' } },
});
const tokenReply = (scope: string): ScriptedReply => ({
  json: {
    access_token: 'a1',
    expires_in: 86_400,
    refresh_token: 'r1',
    refresh_expires_in: 31_536_000,
    open_id: 'o1',
    scope,
    token_type: 'Bearer',
  },
});
const ALL = 'user.info.basic,user.info.profile,video.publish,video.list';

let tiktok: ScriptedServer;
let http: SafeHttp;
let connection: ReturnType<typeof tiktokConnection>;

beforeAll(async () => {
  tiktok = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: tiktok.port }] });
});
afterAll(async () => {
  await Promise.all([tiktok.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  connection = tiktokConnection(new PlatformHttp(http, new Breaker()), clock, {
    keys: { id: 'key', secret: 'secret' },
    authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
    tokenUrl: `${tiktok.url}/v2/oauth/token/`,
    apiUrl: `${tiktok.url}/v2`,
    scopes: ALL.split(','),
  });
  tiktok.setAnswers({
    [TOKEN]: tokenReply(ALL),
    [USER]: ok({ user: { open_id: 'o1', display_name: 'Ana', username: 'ana' } }),
    [CREATOR]: ok({ creator_username: 'ana', max_video_post_duration_sec: 300 }),
  });
});
const redeem = () =>
  connection.redeem({ query: new URLSearchParams({ code: 'c*1' }), verifier: 'v', redirectUri });

it('sends the browser to TikTok with a client key and comma-separated scopes', () => {
  const url = new URL(connection.authorizeUrl({ state: 's1', challenge: 'c', redirectUri }));
  expect(`${url.origin}${url.pathname}`).toBe('https://www.tiktok.com/v2/auth/authorize/');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_key: 'key',
    scope: ALL,
    response_type: 'code',
    redirect_uri: redirectUri,
    state: 's1',
    disable_auto_auth: '1',
  });
});
it('exchanges a code for tokens, and reads the account', async () => {
  const { accounts } = await redeem();
  expect(accounts).toMatchObject([
    {
      platform: 'tiktok',
      remoteId: 'o1',
      accountName: 'ana',
      displayName: 'Ana',
      server: null,
      limits: { media: { videoSeconds: { max: 300 } } },
      credentials: {
        accessToken: 'a1',
        refreshToken: 'r1',
        expiresAt: '2030-01-02T12:00:00.000Z',
        refreshExpiresAt: '2031-01-01T12:00:00.000Z',
        scopes: ALL.split(','),
        openId: 'o1',
        username: 'ana',
      },
    },
  ]);
  expect(Object.fromEntries(new URLSearchParams(tiktok.requestsTo(TOKEN)[0]?.body.toString()))).toEqual({
    client_key: 'key',
    client_secret: 'secret',
    code: 'c*1',
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
  });
});
it('does not request the username without its scope, and takes it from the creator info', async () => {
  tiktok.addAnswers({
    [TOKEN]: tokenReply('user.info.basic,video.publish'),
    [USER]: ok({ user: { open_id: 'o1', display_name: 'Ana' } }),
  });
  expect((await redeem()).accounts[0]?.accountName).toBe('ana');
  expect(tiktok.requestsTo(USER)[0]?.query.get('fields')).toBe('open_id,avatar_url,display_name');
});
it('connects an account even if its creator info cannot be read', async () => {
  tiktok.addAnswers({ [CREATOR]: fault(403, 'spam_risk_too_many_posts') });
  expect((await redeem()).accounts[0]?.limits.media.videoSeconds).toEqual({ min: 3, max: 600 });
});
it.each([
  ['a code refused with 200', { [TOKEN]: { json: { error: 'invalid_grant', error_description: 'Old.' } } }],
  ['a user that cannot be read', { [USER]: fault(401, 'access_token_invalid') }],
  ['an error of the platform', { [USER]: fault(500, 'internal_error') }],
])('fails the consent after %s', async (_what, responses: Record<string, ScriptedReply>) => {
  tiktok.addAnswers(responses);
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.consent-failed' });
});
it('does not connect an account without the permission to publish', async () => {
  tiktok.addAnswers({ [TOKEN]: tokenReply('user.info.basic,video.list') });
  await expect(redeem()).rejects.toMatchObject({ code: 'integrations.scopes-missing' });
});
