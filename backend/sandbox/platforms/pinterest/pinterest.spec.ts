import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { LOCAL, MP4, SandboxUnderTest, type SandboxAnswer } from '../../testing/sandbox-client.ts';
import { UPLOAD_HOST } from './media-routes.ts';
import { SCOPES } from './users.ts';

const API = 'pinterest.sandbox.test';
const REDIRECT = 'http://localhost:3000/api/auth/pinterest/callback';
const BASIC = `Basic ${Buffer.from('posthorn-sandbox:posthorn-sandbox-secret').toString('base64')}`;
const NOON = Date.parse('2026-11-01T12:00:00Z');

type Tokens = Readonly<{ access_token: string; refresh_token: string; scope: string }>;
type RegisteredMedia = Readonly<{ media_id: string; upload_parameters: Record<string, string> }>;

const sandbox = new SandboxUnderTest();
/** Serves images of the product. The path contains the width and height of the image. */
const files = createServer((request, response) => {
  const [, width, height] = /^\/(\d+)x(\d+)\.jpg$/u.exec(request.url ?? '') ?? [];
  if (width === undefined) response.writeHead(request.url === '/page' ? 200 : 404).end('<html>');
  else
    void sharp({ create: { width: Number(width), height: Number(height), channels: 3, background: '#345' } })
      .jpeg()
      .toBuffer()
      .then((bytes) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes));
});
let fileServerUrl: string;
let tokens: Tokens;
let board: string;

beforeAll(async () => {
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  fileServerUrl = `http://127.0.0.1:${String((files.address() as AddressInfo).port)}`;
});
afterAll(() => {
  files.close();
});
beforeEach(async () => {
  sandbox.now = NOON;
  await sandbox.start();
  tokens = await login();
  board = (await boards())[0]?.id ?? '';
});
afterEach(async () => {
  await sandbox.stop();
});

async function consent(account: string, scope: string): Promise<string> {
  const query = {
    client_id: 'posthorn-sandbox',
    scope,
    response_type: 'code',
    redirect_uri: REDIRECT,
    state: 's',
  };
  const path = `/oauth/pinterest?${new URLSearchParams(query).toString()}`;
  const { headers } = await sandbox.call(LOCAL, path, { form: { account, allow: 'allow' } });
  return new URL(headers.location ?? '').searchParams.get('code') ?? '';
}
const requestTokens = (form: Record<string, string>, authorization = BASIC) =>
  sandbox.call(API, '/v5/oauth/token', { form, headers: { authorization } });
const login = async (account = 'ana', scope = SCOPES.join(',')): Promise<Tokens> => {
  const code = await consent(account, scope);
  return (await requestTokens({ grant_type: 'authorization_code', redirect_uri: REDIRECT, code }))
    .json as Tokens;
};
const refresh = (refreshToken: string) =>
  requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
const call = (path: string, json?: object, by = tokens) =>
  sandbox.call(API, `/v5${path}`, { token: by.access_token, ...(json && { json }) });
const boards = async () =>
  ((await call('/boards')).json as { items: { id: string; name: string; privacy: string }[] }).items;
const image = (size: string) => ({ source_type: 'image_url', url: `${fileServerUrl}/${size}.jpg` });
const pin = (extra: object = {}) => call('/pins', { board_id: board, media_source: image('4x3'), ...extra });
const carousel = (...sizes: string[]) =>
  pin({ media_source: { source_type: 'multiple_image_urls', items: sizes.map(image) } });
const registerMedia = async () => (await call('/media', { media_type: 'video' })).json as RegisteredMedia;
const statusOf = async (id: string) => (await call(`/media/${id}`)).json as { status: string };
function upload(fields: Record<string, string>, bytes: Buffer = MP4, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), 'video.mp4');
  return sandbox.call(UPLOAD_HOST, '/', { form, headers });
}
const videoPin = (media: string, cover: object = { cover_image_key_frame_time: 1 }) =>
  pin({ media_source: { source_type: 'video_id', media_id: media, ...cover } });
const codeOf = ({ status, json }: SandboxAnswer) => [status, (json as { code: number }).code];

it('checks the client credentials in the header, and accepts each refresh token once, for sixty days', async () => {
  expect(tokens).toMatchObject({ scope: SCOPES.join(' '), expires_in: 2_592_000 });
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect(codeOf(await requestTokens({ ...form, client_id: 'posthorn-sandbox' }, 'Basic bm86bm8='))).toEqual([
    401, 2,
  ]);
  const fresh = (await refresh(tokens.refresh_token)).json as Tokens;
  expect((await call('/user_account', undefined, fresh)).json).toMatchObject({ username: 'ana' });
  expect(codeOf(await refresh(tokens.refresh_token))).toEqual([401, 283]);
  sandbox.now += 60 * DAY_MS;
  expect(codeOf(await refresh(fresh.refresh_token))).toEqual([401, 283]);
});
it('expires access tokens after thirty days', async () => {
  sandbox.now += 30 * DAY_MS;
  expect(codeOf(await call('/user_account'))).toEqual([401, 2]);
});
it('has three boards for each account, one of them secret', async () => {
  expect((await boards()).map(({ name, privacy }) => [name, privacy])).toEqual([
    ['Recipes', 'PUBLIC'],
    ['Travel', 'PUBLIC'],
    ['Plans', 'SECRET'],
  ]);
  const paged = (await call('/boards?page_size=2')).json as { items: object[]; bookmark: string };
  expect(paged.items).toHaveLength(2);
  expect((await call(`/boards?page_size=2&bookmark=${paged.bookmark}`)).json).toMatchObject({
    items: [{ name: 'Plans' }],
    bookmark: null,
  });
});

it('requires the scope for writing to create a pin', async () => {
  const reader = await login('ana', 'user_accounts:read,boards:read,pins:read');
  const newPin = { board_id: board, media_source: image('4x3') };
  expect(codeOf(await call('/pins', newPin, reader))).toEqual([403, 29]);
});

it.each([
  ['no board', { board_id: undefined }, 400],
  ['a board of another account', { board_id: '1' }, 404],
  ['no image or video', { media_source: undefined }, 400],
  ['a title that is too long', { title: 'x'.repeat(101) }, 400],
  ['a description that is too long', { description: 'x'.repeat(801) }, 400],
  ['an alt text that is too long', { alt_text: 'x'.repeat(501) }, 400],
  ['a link that is not a URL', { link: 'example' }, 400],
  [
    'an image that cannot be fetched',
    { media_source: { source_type: 'image_url', url: 'http://127.0.0.1:9/' } },
    400,
  ],
  ['an unknown video', { media_source: { source_type: 'video_id', media_id: '1' } }, 404],
])('refuses %s', async (_what, extra, status) => {
  expect((await pin(extra)).status).toBe(status);
  expect(await sandbox.posts()).toEqual([]);
});
it('refuses an image URL that returns a web page', async () => {
  expect(
    codeOf(await pin({ media_source: { source_type: 'image_url', url: `${fileServerUrl}/page` } })),
  ).toEqual([400, 236]);
});
it('accepts two to five images of one aspect ratio', async () => {
  expect((await carousel('4x3', '8x6')).json).toMatchObject({ media: { media_type: 'multiple_images' } });
  expect((await carousel('4x3', '3x4')).status).toBe(400);
  expect((await carousel('4x3')).status).toBe(400);
  expect((await carousel(...(Array(6).fill('4x3') as string[]))).status).toBe(400);
});

it('receives and processes a video, and pins it only with a valid cover', async () => {
  const { media_id: id, upload_parameters: fields } = await registerMedia();
  expect(await statusOf(id)).toMatchObject({ status: 'registered' });
  expect((await upload(fields)).status).toBe(204);
  expect(await statusOf(id)).toMatchObject({ status: 'processing' });
  expect((await videoPin(id)).status).toBe(400);
  sandbox.now += 1500;
  expect(await statusOf(id)).toMatchObject({ status: 'succeeded' });
  expect((await videoPin(id, {})).status).toBe(400);
  expect((await videoPin(id, { cover_image_key_frame_time: -1 })).status).toBe(400);
  expect((await videoPin(id, { cover_image_key_frame_time: '1' })).status).toBe(400);
  expect((await videoPin(id, { cover_image_url: `${fileServerUrl}/none.jpg` })).status).toBe(400);
  expect((await videoPin(id, { cover_image_url: `${fileServerUrl}/9x16.jpg` })).status).toBe(201);
});
it('refuses uploads that are unsigned, expired, or signed twice', async () => {
  const { upload_parameters: fields } = await registerMedia();
  const { policy, ...rest } = fields;
  expect((await upload(rest)).status).toBe(403);
  expect((await upload({ ...fields, policy: policy ?? '', key: 'other' })).status).toBe(403);
  expect((await upload(fields, MP4, { authorization: 'Bearer x' })).status).toBe(400);
  expect((await sandbox.call(UPLOAD_HOST, '/', { method: 'PUT', bytes: MP4 })).status).toBe(405);
  sandbox.now += 3_600_001;
  expect((await upload(fields)).status).toBe(403);
});
it('ignores form fields after the file', async () => {
  const { upload_parameters: fields } = await registerMedia();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(MP4)]), 'video.mp4');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect((await sandbox.call(UPLOAD_HOST, '/', { form })).status).toBe(403);
});
it('fails the processing of a file that is not a video, and of a video with a planned fault', async () => {
  const notVideo = await registerMedia();
  await upload(notVideo.upload_parameters, Buffer.from('no video'));
  const failing = await registerMedia();
  await sandbox.fault({ platform: 'pinterest', fault: 'failProcessing', times: 1 });
  await upload(failing.upload_parameters);
  sandbox.now += 1500;
  for (const { media_id: id } of [notVideo, failing])
    expect(await statusOf(id)).toMatchObject({ status: 'failed' });
});

it('lists a board newest first, even after a restart, and only after the configured delay', async () => {
  for (const title of ['one', 'two']) {
    await pin({ title });
    sandbox.now += 10_000;
  }
  await sandbox.restart();
  const list = async () =>
    ((await call(`/boards/${board}/pins`)).json as { items: { title: string }[] }).items.map(
      ({ title }) => title,
    );
  expect(await list()).toEqual(['two', 'one']);
  await sandbox.call(LOCAL, '/control/settings', { json: { visibilityDelaySeconds: 15 } });
  expect(await list()).toEqual(['one']);
});
it('deletes a pin only for its owner, and only once', async () => {
  const { id } = (await pin()).json as { id: string };
  const remove = (by: Tokens) =>
    sandbox.call(API, `/v5/pins/${id}`, { method: 'DELETE', token: by.access_token });
  expect((await remove(await login('ben'))).status).toBe(404);
  expect((await remove(tokens)).status).toBe(204);
  expect(codeOf(await remove(tokens))).toEqual([404, 50]);
});
it('limits calls to a hundred in a second when rate limits are enforced', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let count = 0; count < 100; count += 1) await call('/user_account');
  expect(await call('/user_account')).toMatchObject({ status: 429, json: { code: 8 } });
  sandbox.now += 1000;
  expect((await call('/user_account')).status).toBe(200);
});
it('has no comments', async () => {
  const { id: remoteId } = (await pin()).json as { id: string };
  const comment = { platform: 'pinterest', remoteId, author: 'ben', text: 'Nice' };
  expect((await sandbox.call(LOCAL, '/control/comments', { json: comment })).status).toBe(400);
});

it('returns the metrics of a pin only if the call requests them and the token may read pins', async () => {
  const { id } = (await pin()).json as { id: string };
  const json = { platform: 'pinterest', remoteId: id, likes: 4, impressions: 90, omitted: ['shares'] };
  await sandbox.call(LOCAL, '/control/metrics', { json });
  expect((await call(`/pins/${id}`)).json).not.toHaveProperty('pin_metrics');
  const recent = { impression: 90, pin_click: 0, clickthrough: 0 };
  expect((await call(`/pins/${id}?pin_metrics=true`)).json).toMatchObject({
    id,
    pin_metrics: { '90d': recent, lifetime_metrics: { ...recent, reaction: 4, comment: 0 } },
  });
  const reader = await login('ana', 'boards:read');
  expect((await call(`/pins/${id}?pin_metrics=true`, undefined, reader)).status).toBe(403);
});
