import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  LOCAL,
  MP4,
  PNG,
  SandboxUnderTest,
  TWELVE_SECONDS,
  type SandboxAnswer,
} from '../../testing/sandbox-client.ts';

const API = 'tiktok.sandbox.test';
const UPLOAD = 'open-upload.tiktok.sandbox.test';
const REDIRECT = 'http://localhost:3000/api/auth/tiktok/callback';
const CLIENT = { client_key: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const SCOPES = 'user.info.basic,user.info.profile,video.publish,video.list';
const INIT = '/v2/post/publish/video/init/';
const PHOTOS = '/v2/post/publish/content/init/';

type Tokens = Readonly<{ access_token: string; refresh_token: string; scope: string; open_id: string }>;
const sandbox = new SandboxUnderTest();
let token: string;
let files: Server;

beforeEach(async () => {
  await sandbox.start();
  token = (await login()).access_token;
});
afterEach(async () => {
  await sandbox.stop();
});

async function consent(account: string, scope = SCOPES): Promise<string> {
  const query = new URLSearchParams({
    client_key: CLIENT.client_key,
    scope,
    response_type: 'code',
    redirect_uri: REDIRECT,
    state: 's',
  });
  const form = { account, allow: 'allow' };
  const { headers } = await sandbox.call(LOCAL, `/oauth/tiktok?${query.toString()}`, { form });
  return new URL(headers.location ?? '').searchParams.get('code') ?? '';
}
const redeem = (code: string, extra: Record<string, string> = {}) =>
  sandbox.call(API, '/v2/oauth/token/', {
    form: { ...CLIENT, grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...extra },
  });
const refresh = (refreshToken: string) =>
  sandbox.call(API, '/v2/oauth/token/', {
    form: { ...CLIENT, grant_type: 'refresh_token', refresh_token: refreshToken },
  });
const login = async (account = 'ana', scope = SCOPES): Promise<Tokens> =>
  (await redeem(await consent(account, scope))).json as Tokens;
const call = (path: string, json: object = {}, by = token) => sandbox.call(API, path, { json, token: by });
const codeOf = ({ json }: SandboxAnswer) => (json as { error: { code: string } }).error.code;
const dataOf = ({ json }: SandboxAnswer) => (json as { data: Record<string, unknown> }).data;

const info = (extra: object = {}) => ({ title: 'Hello', privacy_level: 'PUBLIC_TO_EVERYONE', ...extra });
const inOneChunk = (size: number) => ({
  source: 'FILE_UPLOAD',
  video_size: size,
  chunk_size: size,
  total_chunk_count: 1,
});
const init = (size = MP4.length, post: object = info(), by = token) =>
  call(INIT, { post_info: post, source_info: inOneChunk(size) }, by);
async function beginUpload(size = MP4.length, post: object = info()): Promise<{ id: string; path: string }> {
  const { publish_id: id, upload_url: url } = dataOf(await init(size, post)) as Record<string, string>;
  const { pathname, search } = new URL(url ?? '');
  return { id: id ?? '', path: `${pathname}${search}` };
}
const put = (path: string, bytes: Buffer, first = 0, total = bytes.length, headers: object = {}) =>
  sandbox.call(UPLOAD, path, {
    method: 'PUT',
    bytes,
    headers: {
      'content-type': 'video/mp4',
      'content-range': `bytes ${String(first)}-${String(first + bytes.length - 1)}/${String(total)}`,
      ...headers,
    },
  });
const status = (id: string, by = token) => call('/v2/post/publish/status/fetch/', { publish_id: id }, by);

it('issues tokens for a code once, as plain fields, and rotates refresh tokens', async () => {
  const code = await consent('ana');
  const first = await redeem(code);
  expect(first.json).toMatchObject({
    expires_in: 86_400,
    refresh_expires_in: 31_536_000,
    scope: SCOPES,
    token_type: 'Bearer',
  });
  expect((await redeem(code)).json).toMatchObject({ error: 'invalid_grant' });
  const { refresh_token: old } = first.json as Tokens;
  const fresh = (await refresh(old)).json as Tokens;
  expect(fresh.refresh_token).not.toBe(old);
  expect((await refresh(old)).json).toMatchObject({ error: 'invalid_grant', log_id: expect.any(String) });
});
it('refuses a wrong secret, a different redirect URL, and a JSON body', async () => {
  expect((await redeem(await consent('ana'), { client_secret: 'x' })).json).toMatchObject({
    error: 'invalid_client',
  });
  const elsewhere = { redirect_uri: 'http://localhost:3000/elsewhere' };
  expect((await redeem(await consent('ana'), elsewhere)).json).toMatchObject({ error: 'invalid_grant' });
  expect((await sandbox.call(API, '/v2/oauth/token/', { json: CLIENT })).json).toMatchObject({
    error: 'invalid_request',
  });
});
it('expires access tokens after a day, and ends all tokens after a revocation', async () => {
  const { access_token: accessToken, refresh_token: refreshToken } = await login();
  sandbox.now += DAY_MS;
  expect(codeOf(await call('/v2/post/publish/creator_info/query/', {}, accessToken))).toBe(
    'access_token_invalid',
  );
  const fresh = (await refresh(refreshToken)).json as Tokens;
  sandbox.now += 1;
  await sandbox.call(API, '/v2/oauth/revoke/', { form: { ...CLIENT, token: fresh.access_token } });
  expect(codeOf(await init(10, info(), fresh.access_token))).toBe('access_token_invalid');
  expect((await refresh(fresh.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
});
it('requires the scopes of each call', async () => {
  const { access_token: reader } = await login('ben', 'user.info.basic');
  expect(await init(10, info(), reader)).toMatchObject({ status: 401 });
  expect(codeOf(await init(10, info(), reader))).toBe('scope_not_authorized');
  const user = (fields: string) => sandbox.call(API, `/v2/user/info/?fields=${fields}`, { token: reader });
  expect(dataOf(await user('open_id,display_name'))).toMatchObject({ user: { display_name: 'Ben' } });
  expect(codeOf(await user('username'))).toBe('scope_not_authorized');
});
it('returns what a creator may do', async () => {
  const path = '/v2/post/publish/creator_info/query/';
  expect(dataOf(await call(path))).toMatchObject({
    creator_username: 'ana',
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: false,
    max_video_post_duration_sec: 600,
  });
  const { access_token: silent } = await login('silent');
  expect(dataOf(await call(path, {}, silent))).toMatchObject({ comment_disabled: true, duet_disabled: true });
  const { access_token: banned } = await login('banned');
  expect(codeOf(await call(path, {}, banned))).toBe('spam_risk_user_banned_from_posting');
});

it.each([
  ['no privacy level', { title: 'Hello' }, 403, 'privacy_level_option_mismatch'],
  [
    'a privacy level that the account does not have',
    info({ privacy_level: 'FOLLOWER_OF_CREATOR' }),
    403,
    'privacy_level_option_mismatch',
  ],
  [
    'private branded content',
    info({ privacy_level: 'SELF_ONLY', brand_content_toggle: true }),
    400,
    'invalid_params',
  ],
  ['a cover before the start of the video', info({ video_cover_timestamp_ms: -1 }), 400, 'invalid_params'],
  ['a cover whose time is a string', info({ video_cover_timestamp_ms: '1000' }), 400, 'invalid_params'],
  ['a cover at a fraction of a millisecond', info({ video_cover_timestamp_ms: 0.5 }), 400, 'invalid_params'],
  ['a caption of more than 2200 characters', info({ title: 'x'.repeat(2201) }), 400, 'invalid_params'],
])('refuses %s', async (_what, post, code, errorCode) => {
  const answer = await init(10, post);
  expect([answer.status, codeOf(answer)]).toEqual([code, errorCode]);
});
it('lets an unaudited app publish only privately', async () => {
  const { access_token: by } = await login('unaudited');
  expect(codeOf(await init(10, info(), by))).toBe('unaudited_client_can_only_post_to_private_accounts');
  expect((await init(10, info({ privacy_level: 'SELF_ONLY' }), by)).status).toBe(200);
});
it.each([
  ['a small file in larger chunks', 4_000_000, 5_000_000, 1],
  ['chunks that are too small', 20_000_000, 4_000_000, 5],
  ['chunks that are too large', 200_000_000, 70_000_000, 2],
  ['a wrong number of chunks', 20_000_000, 6_000_000, 4],
  ['a large file in one chunk', 100_000_000, 100_000_000, 1],
])('refuses %s', async (_what, size, chunkSize, count) => {
  const source = { source: 'FILE_UPLOAD', video_size: size, chunk_size: chunkSize, total_chunk_count: count };
  const answer = await call(INIT, { post_info: info(), source_info: source });
  expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_params']);
});
it('requires a JSON body to begin an upload', async () => {
  const answer = await sandbox.call(API, INIT, { token, form: { title: 'x' } });
  expect([answer.status, codeOf(answer)]).toEqual([400, 'invalid_params']);
});

it('publishes after the last byte arrives, and later returns the post id as a JSON number', async () => {
  const { id, path } = await beginUpload();
  expect(dataOf(await status(id))).toMatchObject({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 });
  expect(await put(path, MP4)).toMatchObject({ status: 201 });
  expect(dataOf(await status(id))).toMatchObject({
    status: 'PROCESSING_UPLOAD',
    uploaded_bytes: MP4.length,
  });
  sandbox.now += 1500;
  expect(dataOf(await status(id))).toMatchObject({
    status: 'PUBLISH_COMPLETE',
    publicaly_available_post_id: [],
  });
  sandbox.now += 500;
  const [, postId] = /"publicaly_available_post_id":\[(\d{19})\]/.exec((await status(id)).text) ?? [];
  expect(Number(postId)).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
  expect(await sandbox.posts()).toMatchObject([{ account: 'ana', remoteId: postId, text: 'Hello' }]);
  await sandbox.restart();
  const page = await sandbox.call(LOCAL, `/tiktok/@ana/video/${String(postId)}`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Hello')]);
  expect(codeOf(await status(id, (await login('ben')).access_token))).toBe(
    'token_not_authorized_for_specified_publish_id',
  );
  expect(codeOf(await status('v_pub_file~v2-1.1'))).toBe('invalid_publish_id');
});
it('does not return the id of a post that is not public', async () => {
  const { id, path } = await beginUpload(MP4.length, info({ privacy_level: 'SELF_ONLY' }));
  await put(path, MP4);
  sandbox.now += 10_000;
  expect(dataOf(await status(id))).toMatchObject({
    status: 'PUBLISH_COMPLETE',
    publicaly_available_post_id: [],
  });
});
it('accepts chunks only in order, and reports the progress, even after a restart', async () => {
  const bytes = Buffer.concat([MP4, Buffer.alloc(11_000_000 - MP4.length, 1)]);
  const source = {
    source: 'FILE_UPLOAD',
    video_size: bytes.length,
    chunk_size: 5_000_000,
    total_chunk_count: 2,
  };
  const { publish_id: id, upload_url: url } = dataOf(
    await call(INIT, { post_info: info(), source_info: source }),
  ) as Record<string, string>;
  const path = new URL(url ?? '').pathname + new URL(url ?? '').search;
  const last = () => put(path, bytes.subarray(5_000_000), 5_000_000, bytes.length);
  expect(await last()).toMatchObject({ status: 416 });
  const first = () => put(path, bytes.subarray(0, 5_000_000), 0, bytes.length);
  const range = 'bytes 0-4999999/11000000';
  expect(await first()).toMatchObject({ status: 206, headers: { 'content-range': range } });
  await sandbox.restart();
  expect(await first()).toMatchObject({ status: 416, headers: { 'content-range': range } });
  expect(dataOf(await status(id ?? ''))).toMatchObject({ uploaded_bytes: 5_000_000 });
  expect(await last()).toMatchObject({ status: 201 });
  sandbox.now += 5000;
  expect(await sandbox.posts()).toMatchObject([{ media: [{ type: 'video/mp4', bytes: bytes.length }] }]);
});
it.each([
  ['a content type that is not a video', { 'content-type': 'image/png' }, 400],
  ['no content range', { 'content-range': '' }, 400],
  ['a different total size', { 'content-range': `bytes 0-${String(MP4.length - 1)}/99` }, 416],
])('refuses a chunk with %s', async (_what, headers, code) => {
  const { path } = await beginUpload();
  expect(await put(path, MP4, 0, MP4.length, headers)).toMatchObject({ status: code });
});
it('refuses a chunk that leaves a gap', async () => {
  const { path } = await beginUpload();
  expect(await put(path, MP4.subarray(1), 1, MP4.length)).toMatchObject({ status: 416 });
});
it('accepts an upload URL for an hour, and refuses unknown URLs', async () => {
  const { path } = await beginUpload();
  expect(await put(`${path}x`, MP4)).toMatchObject({ status: 404 });
  sandbox.now += HOUR_MS;
  expect(await put(path, MP4)).toMatchObject({ status: 403 });
});
it('reports that the processing failed for a file that is not a video', async () => {
  const { id, path } = await beginUpload(PNG.length);
  await put(path, PNG);
  sandbox.now += 5000;
  expect(dataOf(await status(id))).toMatchObject({
    status: 'FAILED',
    fail_reason: 'file_format_check_failed',
  });
  expect(await sandbox.posts()).toEqual([]);
});
it('accepts a cover time within the video, and fails if it is after the end', async () => {
  const states: unknown[] = [];
  for (const moment of [11_999, 12_000]) {
    const post = info({ video_cover_timestamp_ms: moment });
    const { id, path } = await beginUpload(TWELVE_SECONDS.length, post);
    await put(path, TWELVE_SECONDS);
    sandbox.now += 5_000;
    states.push(dataOf(await status(id))['status']);
  }
  expect(states).toEqual(['PUBLISH_COMPLETE', 'FAILED']);
  expect(await sandbox.posts()).toMatchObject([{ coverAt: 11_999 }]);
});
it('delays the processing of a video, or fails it, when a fault is planned', async () => {
  await sandbox.fault({ platform: 'tiktok', fault: 'slowProcessing', times: 1, retryAfterSeconds: 60 });
  await sandbox.fault({ platform: 'tiktok', fault: 'failProcessing', times: 1 });
  const { id, path } = await beginUpload();
  await put(path, MP4);
  sandbox.now += 59_000;
  expect(dataOf(await status(id))).toMatchObject({ status: 'PROCESSING_UPLOAD' });
  sandbox.now += 1000;
  expect(dataOf(await status(id))).toMatchObject({ status: 'FAILED' });
});

const initPhotos = (urls: readonly string[], post: object = {}, source = 'PULL_FROM_URL') =>
  call(PHOTOS, {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: { title: 'Photos', description: 'Words', privacy_level: 'PUBLIC_TO_EVERYONE', ...post },
    source_info: { source, photo_cover_index: 0, photo_images: urls },
  });
const jpegOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();

async function withFileServer(body: Buffer, work: (url: string) => Promise<void>): Promise<void> {
  files = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await once(files, 'listening');
  try {
    await work(`http://127.0.0.1:${String((files.address() as AddressInfo).port)}/media/lent/a.jpg`);
  } finally {
    files.closeAllConnections();
    files.close();
  }
}
async function statusAfterProcessing(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    sandbox.now += 2000;
    const data = dataOf(await status(id));
    if (data['status'] !== 'PROCESSING_DOWNLOAD') return data;
  }
}

it('fetches photos from their URLs and lists the post', async () => {
  const picture = await jpegOf(1080, 1350);
  await withFileServer(picture, async (url) => {
    const { publish_id: id } = dataOf(await initPhotos([url, url])) as Record<string, string>;
    expect(await statusAfterProcessing(id ?? '')).toMatchObject({ status: 'PUBLISH_COMPLETE' });
  });
  expect(await sandbox.posts()).toMatchObject([
    { text: 'Words', media: [{ type: 'image/jpeg', bytes: picture.length }, {}] },
  ]);
  sandbox.now += 1000;
  const list = (fields: string) => call(`/v2/video/list/?fields=${fields}`, { max_count: 20 });
  expect(dataOf(await list('id,video_description'))).toMatchObject({
    videos: [{ video_description: 'Words' }],
    has_more: false,
  });
  expect(codeOf(await list(''))).toBe('invalid_params');
});

it.each([
  ['a PNG', () => Promise.resolve(PNG), 'file_format_check_failed'],
  ['a photo with too many pixels', () => jpegOf(2000, 1500), 'picture_size_check_failed'],
])('reports that the post failed for %s', async (_what, picture, reason) => {
  await withFileServer(await picture(), async (url) => {
    const { publish_id: id } = dataOf(await initPhotos([url])) as Record<string, string>;
    expect(await statusAfterProcessing(id ?? '')).toMatchObject({ status: 'FAILED', fail_reason: reason });
  });
  expect(await sandbox.posts()).toEqual([]);
});
it('reports that the post failed when it cannot fetch a photo', async () => {
  const { publish_id: id } = dataOf(await initPhotos(['http://127.0.0.1:9/media/lent/a.jpg'])) as Record<
    string,
    string
  >;
  expect(await statusAfterProcessing(id ?? '')).toMatchObject({
    status: 'FAILED',
    fail_reason: 'photo_pull_failed',
  });
});
it.each([
  ['a URL whose prefix is not verified', ['https://cdn.example/a.jpg'], {}, 'url_ownership_unverified'],
  ['a URL with plain http', ['http://posthorn.example/media/lent/a.jpg'], {}, 'url_ownership_unverified'],
  ['no photo', [], {}, 'invalid_params'],
  ['36 photos', Array<string>(36).fill('https://a.example/media/lent/a.jpg'), {}, 'invalid_params'],
  [
    'a title of more than 90 characters',
    ['https://a.example/media/lent/a.jpg'],
    { title: 'x'.repeat(91) },
    'invalid_params',
  ],
  [
    'no privacy level',
    ['https://a.example/media/lent/a.jpg'],
    { privacy_level: null },
    'privacy_level_option_mismatch',
  ],
])('refuses photos with %s', async (_what, urls, post, code) => {
  expect(codeOf(await initPhotos(urls, post))).toBe(code);
});
it('refuses photos that are uploaded as bytes', async () => {
  expect(codeOf(await initPhotos(['https://a.example/media/lent/a.jpg'], {}, 'FILE_UPLOAD'))).toBe(
    'invalid_params',
  );
});

it('limits calls in a minute and posts in a day when rate limits are enforced', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  const codesOfMinute = async () => {
    const codes = [];
    for (let count = 0; count < 7; count += 1) codes.push(codeOf(await init()));
    sandbox.now += 60_000;
    return codes;
  };
  expect(await codesOfMinute()).toEqual([...Array<string>(6).fill('ok'), 'rate_limit_exceeded']);
  expect(await codesOfMinute()).toHaveLength(7);
  expect(await codesOfMinute()).toEqual([
    ...Array<string>(3).fill('ok'),
    ...Array<string>(3).fill('spam_risk_too_many_posts'),
    'rate_limit_exceeded',
  ]);
  sandbox.now += DAY_MS;
  token = (await login()).access_token;
  expect(codeOf(await init())).toBe('ok');
});
