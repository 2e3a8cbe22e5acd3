import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOCAL, MP4, PNG, SandboxUnderTest, type SandboxAnswer } from '../../testing/sandbox-client.ts';
import { SCOPES } from './profiles.ts';

const API = 'threads.sandbox.test';
const REDIRECT = 'http://localhost:3000/api/auth/threads/callback';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const NOON = Date.parse('2026-11-01T12:00:00Z');

const sandbox = new SandboxUnderTest();
/** Serves the media files of the product. */
const files = createServer((request, response) => {
  const found = { '/dot.png': PNG, '/film.mp4': MP4, '/page.html': Buffer.from('<html>') }[request.url ?? ''];
  response.writeHead(found ? 200 : 404).end(found);
});
let filesUrl: string;
let token: string;

beforeAll(async () => {
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  filesUrl = `http://127.0.0.1:${String((files.address() as AddressInfo).port)}`;
});
afterAll(() => {
  files.close();
});
beforeEach(async () => {
  sandbox.now = NOON;
  await sandbox.start();
  token = await longToken(await shortToken());
});
afterEach(async () => {
  await sandbox.stop();
});

async function consent(scope = SCOPES.join(','), account = 'ana'): Promise<string> {
  const query = {
    client_id: CLIENT.client_id,
    scope,
    response_type: 'code',
    redirect_uri: REDIRECT,
    state: 's',
  };
  const path = `/oauth/threads?${new URLSearchParams(query).toString()}`;
  const { headers } = await sandbox.call(LOCAL, path, { form: { account, allow: 'allow' } });
  return new URL(headers.location ?? '').searchParams.get('code') ?? '';
}
const redeem = (code: string, extra: Record<string, string> = {}) =>
  sandbox.call(API, '/oauth/access_token', {
    form: { ...CLIENT, grant_type: 'authorization_code', redirect_uri: REDIRECT, code, ...extra },
  });
const tokenIn = ({ json }: SandboxAnswer) => (json as { access_token: string }).access_token;
const shortToken = async (scope?: string) => tokenIn(await redeem(await consent(scope)));
const get = (path: string, fields: Record<string, string> = {}, by = token) =>
  sandbox.call(API, `${path}?${new URLSearchParams({ access_token: by, ...fields }).toString()}`);
const exchange = (shortLived: string, secret: string = CLIENT.client_secret) =>
  get('/access_token', { grant_type: 'th_exchange_token', client_secret: secret }, shortLived);
const longToken = async (shortLived: string) => tokenIn(await exchange(shortLived));
const renew = (by = token) => get('/refresh_access_token', { grant_type: 'th_refresh_token' }, by);
const post = (path: string, form: Record<string, string>, by = token) =>
  sandbox.call(API, path, { form: { access_token: by, ...form } });
const create = (form: Record<string, string>) => post('/v1.0/me/threads', form);
const idIn = ({ json }: SandboxAnswer) => (json as { id: string }).id;
const publish = (id: string) => post('/v1.0/me/threads_publish', { creation_id: id });
const stateOf = async (id: string) =>
  (await get(`/v1.0/${id}`, { fields: 'id,status,error_message' })).json as object;
const hello = { media_type: 'TEXT', text: 'Hello' };
const errorOf = ({ status, json }: SandboxAnswer) => [
  status,
  (json as { error: { code: number } }).error.code,
];

it('exchanges a code for a token of an hour, and this token for one of sixty days that can be renewed', async () => {
  const answer = await redeem(await consent());
  expect(answer.text).toMatch(/"user_id":\d{17,}\}/u);
  expect(await exchange(tokenIn(answer))).toMatchObject({ status: 200, json: { expires_in: 5_184_000 } });
  expect(errorOf(await renew())).toEqual([400, 100]);
  sandbox.now += DAY_MS;
  const fresh = tokenIn(await renew());
  sandbox.now += 59.5 * DAY_MS;
  expect((await get('/v1.0/me')).status).toBe(401);
  expect((await get('/v1.0/me', { fields: 'id,username' }, fresh)).json).toEqual({
    id: expect.stringMatching(/^\d{17}$/u),
    username: 'ana',
  });
});
it('refuses a used code, in the error format of the token endpoint', async () => {
  const code = await consent();
  await redeem(code);
  expect(await redeem(code)).toMatchObject({
    status: 400,
    json: { error_type: 'OAuthException', error_message: 'The code was used already.' },
  });
});
it('refuses wrong secrets, the exchange of a long-lived token, and the renewal of a short-lived one', async () => {
  expect((await redeem(await consent(), { client_secret: 'no' })).status).toBe(400);
  const shortLived = await shortToken();
  expect((await exchange(shortLived, 'no')).status).toBe(400);
  expect((await exchange(token)).status).toBe(400);
  sandbox.now += 57 * MINUTE_MS;
  expect((await renew(shortLived)).status).toBe(400);
});
it('reports which scopes were granted, and requires them', async () => {
  const reader = await longToken(await shortToken('threads_basic'));
  expect((await get('/v1.0/debug_token', { input_token: reader })).json).toMatchObject({
    data: { is_valid: true, scopes: ['threads_basic'] },
  });
  expect(errorOf(await post('/v1.0/me/threads', hello, reader))).toEqual([403, 10]);
});
it('distinguishes an expired token from a revoked one', async () => {
  const changeToken = (action: string) =>
    sandbox.call(LOCAL, '/control/tokens', { json: { app: 'threads', account: 'ana', action } });
  await changeToken('expire');
  expect((await get('/v1.0/me')).json).toMatchObject({ error: { code: 190, error_subcode: 463 } });
  await changeToken('revoke');
  expect((await get('/v1.0/me')).json).toMatchObject({ error: { code: 190, error_subcode: 458 } });
});

it('publishes a container once as a post with a page', async () => {
  const container = idIn(await create(hello));
  expect(await stateOf(container)).toMatchObject({ status: 'FINISHED' });
  const id = idIn(await publish(container));
  expect(await stateOf(container)).toMatchObject({ status: 'PUBLISHED' });
  expect(errorOf(await publish(container))).toEqual([400, 24]);
  const shown = (await get(`/v1.0/${id}`, { fields: 'permalink,text,timestamp' })).json;
  expect(shown).toEqual({
    id,
    permalink: expect.stringContaining(`/threads/@ana/post/${id}`),
    text: 'Hello',
    timestamp: '2026-11-01T12:00:00+0000',
  });
  const page = await sandbox.call(LOCAL, new URL((shown as { permalink: string }).permalink).pathname);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Hello')]);
});
it.each([
  ['a text of more than 500 characters', { media_type: 'TEXT', text: 'x'.repeat(501) }],
  [
    'a text that is too long because an emoji counts by its bytes',
    { media_type: 'TEXT', text: `${'x'.repeat(497)}😀` },
  ],
  [
    'six links',
    { media_type: 'TEXT', text: [1, 2, 3, 4, 5, 6].map((n) => `https://a.b/${String(n)}`).join(' ') },
  ],
  [
    'six links, some without a scheme',
    { media_type: 'TEXT', text: 'https://a.b www.c.d www.e.f www.g.h www.i.j www.k.l' },
  ],
  ['a text post without a text', { media_type: 'TEXT' }],
  ['a media type that Threads does not have', { media_type: 'POLL', text: 'Hi' }],
  ['an image without a URL', { media_type: 'IMAGE' }],
  ['an unreachable file', { media_type: 'IMAGE', image_url: 'http://127.0.0.1:9/none.png' }],
  ['a carousel of only one item', { media_type: 'CAROUSEL', children: '1' }],
  ['a carousel of unknown items', { media_type: 'CAROUSEL', children: '1,2' }],
])('refuses %s', async (_what, form) => {
  expect(errorOf(await create(form))).toEqual([400, 100]);
});
it('accepts 496 characters and an emoji, which counts as four', async () => {
  expect((await create({ media_type: 'TEXT', text: `${'x'.repeat(496)}😀` })).status).toBe(200);
});
it('fetches an image from its URL, and refuses a URL that returns a web page', async () => {
  const image = { media_type: 'IMAGE', text: 'Dot', alt_text: 'A dot' };
  expect((await create({ ...image, image_url: `${filesUrl}/page.html` })).status).toBe(400);
  await publish(idIn(await create({ ...image, image_url: `${filesUrl}/dot.png` })));
  const received = await sandbox.call(LOCAL, '/control/posts');
  expect(received.json).toMatchObject([{ text: 'Dot', media: [{ type: 'image/png', bytes: PNG.length }] }]);
});
it('processes a video for a while, and reports why a file failed', async () => {
  const createVideo = (name: string) => create({ media_type: 'VIDEO', video_url: `${filesUrl}/${name}` });
  const [usable, unusable, missing] = [
    idIn(await createVideo('film.mp4')),
    idIn(await createVideo('dot.png')),
    idIn(await createVideo('x')),
  ];
  expect(await stateOf(usable)).toMatchObject({ status: 'IN_PROGRESS' });
  expect(errorOf(await publish(usable))).toEqual([400, 24]);
  sandbox.now += 1500;
  expect(await stateOf(usable)).toMatchObject({ status: 'FINISHED' });
  expect(await stateOf(unusable)).toMatchObject({
    status: 'ERROR',
    error_message: 'FAILED_PROCESSING_VIDEO',
  });
  expect(await stateOf(missing)).toMatchObject({
    status: 'ERROR',
    error_message: 'FAILED_DOWNLOADING_VIDEO',
  });
});
it('delays the processing of a file, or fails it, when a fault is planned', async () => {
  const image = { media_type: 'IMAGE', image_url: `${filesUrl}/dot.png` };
  await sandbox.fault({ platform: 'threads', fault: 'slowProcessing', times: 1, retryAfterSeconds: 60 });
  const slow = idIn(await create(image));
  await sandbox.fault({ platform: 'threads', fault: 'failProcessing', times: 1 });
  expect(await stateOf(idIn(await create(image)))).toMatchObject({ status: 'ERROR' });
  sandbox.now += 59_000;
  expect(await stateOf(slow)).toMatchObject({ status: 'IN_PROGRESS' });
  sandbox.now += 1_000;
  expect(await stateOf(slow)).toMatchObject({ status: 'FINISHED' });
});
it('combines items into a carousel, and refuses to publish an item alone', async () => {
  const item = { media_type: 'IMAGE', image_url: `${filesUrl}/dot.png` };
  const alone = idIn(await create(item));
  const items = await Promise.all([1, 2].map(() => create({ ...item, is_carousel_item: 'true' })));
  const [one = '', two = ''] = items.map(idIn);
  expect(errorOf(await publish(one))).toEqual([400, 100]);
  expect((await create({ media_type: 'CAROUSEL', children: `${one},${alone}` })).status).toBe(400);
  const carousel = await create({ media_type: 'CAROUSEL', children: `${one},${two}`, text: 'Two' });
  await publish(idIn(carousel));
  expect((await get('/v1.0/me/threads', { fields: 'media_type' })).json).toMatchObject({
    data: [{ media_type: 'CAROUSEL_ALBUM' }],
  });
});
it('expires a container after a day', async () => {
  const container = idIn(await create(hello));
  sandbox.now += DAY_MS + 1;
  expect(await stateOf(container)).toMatchObject({ status: 'EXPIRED' });
  expect(errorOf(await publish(container))).toEqual([400, 24]);
});
it('keeps posts and containers across a restart', async () => {
  const [waiting, done] = [idIn(await create(hello)), idIn(await create(hello))];
  await publish(done);
  await sandbox.restart();
  expect(await stateOf(done)).toMatchObject({ status: 'PUBLISHED' });
  expect((await publish(waiting)).status).toBe(200);
  expect(await sandbox.posts('?platform=threads')).toHaveLength(2);
});
it('lists posts newest first, in pages, from a start time, and only after the configured delay', async () => {
  const texts = ['one', 'two', 'three'];
  for (const text of texts) {
    await publish(idIn(await create({ media_type: 'TEXT', text })));
    sandbox.now += 10_000;
  }
  const list = async (fields: Record<string, string>) =>
    (await get('/v1.0/me/threads', { fields: 'text', ...fields })).json as {
      data: { text: string }[];
      paging: { cursors: { after: string }; next?: string };
    };
  const first = await list({ limit: '2' });
  expect(first.data.map(({ text }) => text)).toEqual(['three', 'two']);
  expect(first.paging.next).toBeDefined();
  const rest = await list({ limit: '2', after: first.paging.cursors.after });
  expect([rest.data.map(({ text }) => text), rest.paging.next]).toEqual([['one'], undefined]);
  const since = String((sandbox.now - 25_000) / 1000);
  expect((await list({ since })).data.map(({ text }) => text)).toEqual(['three', 'two']);
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 15 } });
  expect((await list({})).data.map(({ text }) => text)).toEqual(['two', 'one']);
});
it('limits each account to 250 posts a day when rate limits are enforced', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  const used = async () =>
    (await get('/v1.0/me/threads_publishing_limit', { fields: 'quota_usage,config' })).json;
  for (let count = 0; count < 250; count += 1) await publish(idIn(await create(hello)));
  expect(await used()).toMatchObject({ data: [{ quota_usage: 250, config: { quota_total: 250 } }] });
  expect(errorOf(await publish(idIn(await create(hello))))).toEqual([403, 613]);
  sandbox.now += DAY_MS + 1;
  expect(await used()).toMatchObject({ data: [{ quota_usage: 0 }] });
});

describe('a reply', () => {
  let root: string;
  beforeEach(async () => {
    root = idIn(await publish(idIn(await create(hello))));
  });
  const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
  const comment = async (extra: object = {}) =>
    idIn(
      await control('comments', {
        platform: 'threads',
        remoteId: root,
        author: 'ben',
        text: 'Rude',
        ...extra,
      }),
    );
  const answer = (reply_to_id: string, by = token) =>
    post('/v1.0/me/threads', { media_type: 'TEXT', text: 'Hi', reply_to_id }, by);
  const hide = (id: string, by = token) => post(`/v1.0/${id}/manage_reply`, { hide: 'true' }, by);

  it('is refused under a deleted comment and under another account’s post', async () => {
    const first = await comment();
    const container = idIn(await answer(first));
    await control('comments/delete', { platform: 'threads', id: first });
    expect(errorOf(await answer(first))).toEqual([400, 100]);
    expect(errorOf(await publish(container))).toEqual([400, 100]);
    const ben = await longToken(tokenIn(await redeem(await consent(SCOPES.join(','), 'ben'))));
    expect(errorOf(await answer(root, ben))).toEqual([400, 100]);
  });
  it('cannot be hidden if it replies to another reply', async () => {
    expect(errorOf(await hide(await comment({ parentId: await comment() })))).toEqual([400, 100]);
  });
  it('requires a permission to be read, written and hidden', async () => {
    const first = await comment();
    const withoutPermission = await longToken(await shortToken('threads_basic,threads_content_publish'));
    const refused = [
      await get(`/v1.0/${root}/conversation`, {}, withoutPermission),
      await get(`/v1.0/${first}`, {}, withoutPermission),
      await answer(first, withoutPermission),
      await hide(first, withoutPermission),
    ];
    expect(refused.map((each) => errorOf(each)[1])).toEqual([10, 10, 10, 10]);
  });
});
