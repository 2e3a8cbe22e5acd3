import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { ScriptedServer } from '../../testing/scripted-server.ts';
import { edgePage, edgePages } from './edge-pages.ts';
import { GraphClient } from './graph-client.ts';
import { isNearlyUsedUp } from '../errors/rate-usage.ts';

let server: ScriptedServer;
let http: SafeHttp;
let graph: GraphClient;
const client = (apiUrl: string) =>
  new GraphClient(new PlatformHttp(http, new Breaker()), {
    platform: 'facebook',
    apiUrl,
    version: 'v26.0',
    secret: 'a-secret',
  });

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
beforeEach(() => {
  graph = client(server.url);
  server.setAnswers({});
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});

it('sends a proof of the token, and does not send the token in the URL', async () => {
  server.addAnswers({ 'GET /v26.0/me': { json: { id: '1' } } });
  await graph.send({ path: 'me', token: 'a-token', fields: { fields: 'id' } });
  const [request] = server.requests;
  expect(request?.headers.authorization).toBe('Bearer a-token');
  expect(Object.fromEntries(request?.query ?? [])).toEqual({
    fields: 'id',
    appsecret_proof: createHmac('sha256', 'a-secret').update('a-token').digest('hex'),
  });
});

it('accepts an API URL that already contains a version', async () => {
  server.addAnswers({ 'GET /proxy/v25.0/me': { json: {} } });
  await client(`${server.url}/proxy/v25.0`).send({ path: 'me', token: 't' });
  expect(server.calls()).toEqual(['GET /proxy/v25.0/me']);
});

it('distinguishes a refused token from other refusals', async () => {
  server.addAnswers({
    'GET /v26.0/me': { status: 400, json: { error: { code: 190, message: 'Session has expired' } } },
    'GET /v26.0/you': { status: 400, json: { error: { code: 100, message: 'No' } } },
    'GET /v26.0/page': { text: '<html>' },
  });
  await expect(graph.send({ path: 'me', token: 't' })).rejects.toBeInstanceOf(TokenRefused);
  await expect(graph.send({ path: 'you', token: 't' })).rejects.toMatchObject({ code: 100 });
  await expect(graph.send({ path: 'page', token: 't' })).rejects.toMatchObject({ failure: 'unreadable' });
});

it('sends the token only to upload URLs of the platform', async () => {
  const chunk = {
    body: 'bytes',
    offset: 0,
    size: 5,
    signal: AbortSignal.timeout(1_000),
    timeoutMs: 1_000,
  };
  for (const url of [
    'https://evil.example/video-upload/1',
    'http://rupload.facebook.com/video-upload/1',
    'https://facebook.com.evil.example/1',
  ])
    await expect(graph.upload(url, 't', chunk)).rejects.toMatchObject({
      failure: 'blocked',
      sent: false,
    });
  // `localhost` and 127.0.0.1 are the same machine, but the port must be that of the configured server.
  const otherPort = 'http://127.0.0.1:9/video-upload/1';
  await expect(graph.upload(otherPort, 't', chunk)).rejects.toMatchObject({ failure: 'blocked' });
  server.addAnswers({ 'POST /video-upload/1': { json: { success: true } } });
  await graph.upload(`${server.url.replace('localhost', '127.0.0.1')}/video-upload/1`, 't', chunk);
  await graph.upload(`${server.url}/video-upload/1`, 't', chunk);
  expect(server.requests[0]?.headers).toMatchObject({
    authorization: 'OAuth t',
    offset: '0',
    file_size: '5',
  });
});

it('follows the cursors of a list until the last page, and fails if there are too many pages', async () => {
  server.addAnswers({
    'GET /v26.0/me/accounts': ({ query }) => {
      const after = query.get('after');
      const next = { cursors: { after: 'b' }, next: 'https://evil.example/?access_token=t' };
      return { json: after === null ? { data: [1], paging: next } : { data: [2], paging: { cursors: {} } } };
    },
  });
  const read = async (most: number) => {
    const found: unknown[] = [];
    const call = { path: 'me/accounts', token: 't', fields: { limit: '1' } };
    for await (const { items } of edgePages(graph, call, most)) found.push(...items);
    return found;
  };
  expect(await read(5)).toEqual([1, 2]);
  expect(server.requests.map(({ query }) => query.get('after'))).toEqual([null, 'b']);
  await expect(read(1)).rejects.toMatchObject({ failure: 'unreadable' });
});

it.each([
  ['by a cursor alone', { cursors: { after: 'b' } }, { cursors: { after: 'c' } }, 'after'],
  [
    'by a URL alone',
    { next: 'https://x.example/?token=t&after=b' },
    { next: 'https://x.example/?after=c' },
    'after',
  ],
  [
    'behind a page without visible items',
    { cursors: { after: 'b' }, next: 'https://x.example/' },
    {},
    'after',
  ],
  ['by a time', { next: 'https://x.example/?until=5' }, {}, 'until'],
  ['by a cursor that stays the same', { cursors: { after: 'b' } }, { cursors: { after: 'b' } }, 'after'],
] as const)('follows a list that continues %s', async (how, first, second, name) => {
  const isHidden = how.startsWith('behind');
  const pages = [
    { data: isHidden ? [] : [1], paging: first },
    { data: [2], paging: second },
  ];
  server.addAnswers({ 'GET /v26.0/me/accounts': () => ({ json: pages.shift() ?? { data: [] } }) });
  const found: unknown[] = [];
  for await (const { items } of edgePages(graph, { path: 'me/accounts', token: 't' }, 5))
    found.push(...items);
  expect(found).toEqual(isHidden ? [2] : [1, 2]);
  expect(server.requests[1]?.query.get(name)).not.toBeNull();
  expect(server.requests[1]?.query.get('token')).toBeNull();
});

it('requests fewer items if Meta refuses a page with too much data', async () => {
  const message = "Please reduce the amount of data you're asking for, then retry your request";
  const items = Array.from({ length: 40 }, (_, index) => index);
  server.addAnswers({
    'GET /v26.0/7/published_posts': ({ query }) => {
      const [limit, from] = [Number(query.get('limit')), Number(query.get('after') ?? 0)];
      if (limit > 30) return { status: 500, json: { error: { message, code: 1, type: 'OAuthException' } } };
      const paging = { cursors: { after: String(from + limit) } };
      return { json: { data: items.slice(from, from + limit), paging } };
    },
  });
  const call = { path: '7/published_posts', token: 't', fields: { limit: '100' } };
  const found: unknown[] = [];
  for await (const page of edgePages(graph, call, 5)) found.push(...page.items);
  expect(found).toEqual(items);
  expect(server.requests.map(({ query }) => query.get('limit'))).toEqual(['100', '25', '25', '25']);
  expect((await edgePage(graph, call, '38')).items).toEqual([38, 39]);
});
it('does not request fewer items after another failure of Meta', async () => {
  const fault = { status: 500, json: { error: { message: 'An unknown error occurred', code: 1 } } };
  server.addAnswers({ 'GET /v26.0/7/published_posts': fault });
  const call = { path: '7/published_posts', token: 't', fields: { limit: '100' } };
  await expect(edgePage(graph, call, null)).rejects.toMatchObject({ code: 1 });
  expect(server.requests).toHaveLength(1);
});
it('detects in the headers that a rate limit is nearly used up', () => {
  const app = (count: number) => ({ 'x-app-usage': JSON.stringify({ call_count: count, total_time: 3 }) });
  const account = (time: number) => ({
    'x-business-use-case-usage': JSON.stringify({ '1': [{ call_count: 1, total_time: time }] }),
  });
  expect([app(79), app(80), account(79), account(95), {}].map(isNearlyUsedUp)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});
