import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { beforeAll, expect, it } from '@jest/globals';
import { BrowserlessClient } from '../browserless-client.ts';
import type { Creator } from '../creator.ts';
import { product, newUser } from './everyday-product.ts';

let ana: Creator;
let accountId: number;

beforeAll(async () => {
  ana = await newUser();
  accountId = (await ana.connectMastodon()).id;
});

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString();
const postRequest = (change: object) => ({
  content: 'Hi',
  scheduledFor: inOneHour(),
  selectedAccountIds: [accountId],
  ...change,
});

const refusedPosts: readonly [string, object, number, string][] = [
  ['no content', { content: ' ' }, 400, POST_TEXT.contentRequired],
  ['content that is not a text', { content: 7 }, 400, POST_TEXT.contentRequired],
  ['content over 2,200 characters', { content: 'x'.repeat(2201) }, 400, POST_TEXT.contentMax],
  ['no time', { scheduledFor: undefined }, 400, POST_TEXT.timeRequired],
  ['a text that is not a time', { scheduledFor: 'tomorrow' }, 400, POST_TEXT.timeRequired],
  ['a day that does not exist', { scheduledFor: '2099-02-30T10:00:00Z' }, 400, POST_TEXT.timeRequired],
  ['a time long past', { scheduledFor: '2020-01-01T00:00:00Z' }, 422, POST_TEXT.timePast],
  ['no account', { selectedAccountIds: [] }, 400, POST_TEXT.accountsRequired],
  ['accounts that are not a list', { selectedAccountIds: 'all' }, 400, POST_TEXT.accountsRequired],
  ["another user's account", { selectedAccountIds: [999_999] }, 422, POST_TEXT.accountUnknown],
  [
    'a file that was never uploaded',
    { mediaFiles: [{ mediaUrl: '/media/nothing.jpg' }] },
    422,
    POST_TEXT.mediaUnknown,
  ],
  ['AI replies on the free plan', { aiRepliesEnabled: true }, 422, POST_TEXT.aiPremium],
];

it.each(refusedPosts)('refuses a post with %s and stores nothing', async (_what, change, status, message) => {
  const response = await ana.client.post<ErrorReply>('/api/posts', postRequest(change));
  expect(response.status).toBe(status);
  expect(response.body).toMatchObject({ message });
  expect(response.body.code).toMatch(/^[a-z]+\.[a-z-]+$/u);
  expect(response.body.requestId).toBeTruthy();
  expect((await ana.client.get<readonly unknown[]>('/api/posts')).body).toEqual([]);
});

it('refuses a text that does not fit a chosen platform, and names the platform', async () => {
  const response = await ana.client.post<ErrorReply>('/api/posts', postRequest({ content: 'x'.repeat(501) }));
  expect(response.status).toBe(422);
  expect(response.body.code).toBe('scheduling.does-not-fit');
  expect(response.body.message).toMatch(/mastodon/iu);
});

it.each([
  ['{"content": ', 'application/json', 400],
  ['content=Hi', 'text/plain', 400],
  ['[]', 'application/json', 400],
  ['null', 'application/json', 400],
])('refuses the body %s', async (body, type, status) => {
  const response = await fetch(`${product.url}/api/posts`, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      cookie: ana.client.cookieHeader,
      origin: product.url,
      'sec-fetch-site': 'same-origin',
    },
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) });
});

it.each([
  ['bluesky', { handle: '', appPassword: 'x' }, 400, CONNECT_TEXT.handleRequired],
  ['bluesky', { handle: 'ana.sandbox.test' }, 400, CONNECT_TEXT.appPasswordRequired],
  [
    'bluesky',
    { handle: 'ana.sandbox.test', appPassword: 'bad-pass-word-here' },
    422,
    CONNECT_TEXT.blueskyFailed,
  ],
  ['mastodon', { accessToken: 'x' }, 400, CONNECT_TEXT.instanceRequired],
  ['mastodon', { instance: 'not a host', accessToken: 'x' }, 400, CONNECT_TEXT.instanceNotValid],
  ['mastodon', { instance: 'https://mastodon.sandbox.test' }, 400, CONNECT_TEXT.accessTokenRequired],
  [
    'mastodon',
    { instance: 'https://mastodon.sandbox.test', accessToken: 'bad-token' },
    422,
    CONNECT_TEXT.mastodonFailed,
  ],
] as const)('refuses to connect %s with %j', async (platform, body, status, message) => {
  const response = await ana.client.post<ErrorReply>(`/api/auth/${platform}/connect`, body);
  expect(response.status).toBe(status);
  expect(response.body.message).toBe(message);
});

it.each([
  'http://127.0.0.1:80',
  'https://localhost.localdomain',
  'https://[::1].nip.io',
  'https://169.254.169.254',
])('refuses %s as an instance', async (instance) => {
  const response = await ana.client.post('/api/auth/mastodon/connect', { instance, accessToken: 'x' });
  expect([400, 422]).toContain(response.status);
});

it('returns 401 to a visitor and 403 to a page of another site, and stores nothing', async () => {
  const stranger = new BrowserlessClient(product.url);
  expect((await stranger.get('/api/posts')).status).toBe(401);
  expect((await stranger.post('/api/posts', postRequest({}))).status).toBe(401);
  const forged = await ana.client.post('/api/posts', postRequest({}), {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  });
  expect(forged.status).toBe(403);
  expect((await ana.client.get<readonly unknown[]>('/api/posts')).body).toEqual([]);
});

it('returns 404 with a message and a code at unknown URLs', async () => {
  const response = await ana.client.get<ErrorReply>('/api/nothing-here');
  expect(response.status).toBe(404);
  expect(response.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect((await ana.client.get('/api/posts/abc/history')).status).toBeGreaterThanOrEqual(400);
  expect((await ana.client.get('/api/posts/99999999999999999999/history')).status).toBeLessThan(500);
});

it('refuses a URL that cannot be decoded, even in the built program', async () => {
  const status = async (path: string, method: 'GET' | 'POST' = 'GET') =>
    (await fetch(`${product.url}${path}`, { method })).status;
  const refused = await ana.client.get<ErrorReply>('/api/posts/%ff');
  expect(refused).toMatchObject({ status: 400, body: { code: 'request.address-not-valid' } });
  expect([await status('/u/%ff'), await status('/u/ana/seen/%ff', 'POST')]).toEqual([404, 204]);
});
