import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { ScriptedServer } from '../testing/scripted-server.ts';
import { youtubeConnection } from './consent.ts';

const SCOPES = ['youtube.force-ssl', 'youtube.readonly', 'yt-analytics.readonly']
  .map((name) => `https://www.googleapis.com/auth/${name}`)
  .join(' ');
const TOKEN = 'POST /token';
const CHANNELS = 'GET /youtube/v3/channels';
const redirectUri = 'https://posthorn.example/api/auth/youtube/callback';
const callback = { query: new URLSearchParams({ code: 'c1' }), verifier: 'v1', redirectUri };
const channel = { id: 'UC1', snippet: { title: 'Ana cooks', customUrl: '@anacooks' } };

let api: ScriptedServer;
let http: SafeHttp;
let connection: ReturnType<typeof youtubeConnection>;

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
  const configuration = testConfiguration({
    YOUTUBE_CLIENT_ID: 'app',
    YOUTUBE_CLIENT_SECRET: 'secret',
    YOUTUBE_API_URL: api.url,
    YOUTUBE_TOKEN_URL: `${api.url}/token`,
  });
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  connection = youtubeConnection(new PlatformHttp(http, new Breaker()), clock, configuration);
});
afterAll(() => Promise.all([api.close(), http.onApplicationShutdown()]));
beforeEach(() => {
  const tokens = { access_token: 't1', refresh_token: 'r1', expires_in: 3600, scope: SCOPES };
  api.setAnswers({ [TOKEN]: { json: tokens }, [CHANNELS]: { json: { items: [channel] } } });
});

it('always requests consent and a refresh token, with PKCE', () => {
  const url = new URL(connection.authorizeUrl({ state: 's', challenge: 'c', redirectUri }));
  expect(`${url.origin}${url.pathname}`).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPES,
    state: 's',
    code_challenge: 'c',
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
  });
});
it('finds the channel that the user selected in the consent', async () => {
  const { accounts } = await connection.redeem(callback);
  expect(accounts).toMatchObject([
    {
      remoteId: 'UC1',
      accountName: 'anacooks',
      displayName: 'Ana cooks',
      limits: { media: { videoSeconds: { max: 900 } } },
      credentials: { accessToken: 't1', refreshToken: 'r1', expiresAt: '2030-01-01T13:00:00.000Z' },
    },
  ]);
  expect(new URLSearchParams(api.requestsTo(TOKEN)[0]?.body.toString()).get('code_verifier')).toBe('v1');
});
it('allows long videos for a channel that may upload them', async () => {
  const verified = { ...channel, status: { longUploadsStatus: 'allowed' } };
  api.addAnswers({ [CHANNELS]: { json: { items: [verified] } } });
  expect((await connection.redeem(callback)).accounts[0]?.limits.media.videoSeconds?.max).toBe(43_200);
});
it('throws if the user has no channel', async () => {
  api.addAnswers({ [CHANNELS]: { json: { items: [] } } });
  await expect(connection.redeem(callback)).rejects.toMatchObject({ code: 'integrations.no-account' });
});
it('throws if the user denied the permission to publish', async () => {
  const scope = 'https://www.googleapis.com/auth/youtube.readonly';
  api.addAnswers({ [TOKEN]: { json: { access_token: 't1', expires_in: 3600, scope } } });
  await expect(connection.redeem(callback)).rejects.toMatchObject({ code: 'integrations.scopes-missing' });
});
it.each([
  [TOKEN, { status: 400, json: { error: 'invalid_grant', error_description: 'Bad code' } }],
  [
    CHANNELS,
    { status: 403, json: { error: { message: 'API is off', errors: [{ reason: 'accessNotConfigured' }] } } },
  ],
])('fails the consent if Google refuses %s', async (request, response) => {
  api.addAnswers({ [request]: response });
  await expect(connection.redeem(callback)).rejects.toMatchObject({ code: 'integrations.consent-failed' });
});
