import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, MP4, SandboxUnderTest, type SandboxAnswer } from '../../testing/sandbox-client.ts';

const API = 'tiktok.sandbox.test';
const BUSINESS = 'tiktok-business.sandbox.test';
const ORIGIN = 'http://localhost:3000/api/auth';
const KEYS = { client_key: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
const BASE = '/open_api/v1.3';

type Business = Readonly<{ access_token: string; refresh_token: string; open_id: string }>;
const sandbox = new SandboxUnderTest();
let business: Business;
let video = '';

beforeEach(async () => {
  await sandbox.start();
  video = await publishVideo('ana');
  business = await grantFor('ana');
});
afterEach(async () => {
  await sandbox.stop();
});

const CALLBACKS = {
  tiktok: `${ORIGIN}/tiktok/callback`,
  'tiktok-business': `${ORIGIN}/tiktok-business/callback/`,
};

/** Allows an app on the consent page, and returns the code from the redirect. */
async function consentCode(app: keyof typeof CALLBACKS, account: string, scope: string): Promise<string> {
  const redirect_uri = CALLBACKS[app];
  const query = new URLSearchParams({ ...KEYS, scope, response_type: 'code', redirect_uri, state: 's' });
  const form = { account, allow: 'allow' };
  const { headers } = await sandbox.call(LOCAL, `/oauth/${app}?${query.toString()}`, { form });
  const { searchParams } = new URL(headers.location ?? '');
  return searchParams.get(app === 'tiktok' ? 'code' : 'auth_code') ?? '';
}
async function publishVideo(account: string): Promise<string> {
  const form = {
    ...KEYS,
    grant_type: 'authorization_code',
    redirect_uri: CALLBACKS.tiktok,
    code: await consentCode('tiktok', account, 'user.info.basic,video.publish'),
  };
  const { json } = await sandbox.call(API, '/v2/oauth/token/', { form });
  const { access_token: token } = json as { access_token: string };
  const size = { video_size: MP4.length, chunk_size: MP4.length, total_chunk_count: 1 };
  const request = {
    post_info: { title: 'Hello', privacy_level: 'PUBLIC_TO_EVERYONE' },
    source_info: { source: 'FILE_UPLOAD', ...size },
  };
  const begun = await sandbox.call(API, '/v2/post/publish/video/init/', { token, json: request });
  const url = new URL((begun.json as { data: { upload_url: string } }).data.upload_url);
  const range = `bytes 0-${String(MP4.length - 1)}/${String(MP4.length)}`;
  const headers = { 'content-type': 'video/mp4', 'content-range': range };
  await sandbox.call(url.host, `${url.pathname}${url.search}`, { method: 'PUT', bytes: MP4, headers });
  sandbox.now += 10_000;
  return (await sandbox.posts()).at(-1)?.remoteId ?? '';
}
async function grantFor(account: string, scope = 'user.info.username,comment.list,comment.list.manage') {
  const auth_code = await consentCode('tiktok-business', account, scope);
  const redirect_uri = CALLBACKS['tiktok-business'];
  const client = { client_id: KEYS.client_key, client_secret: KEYS.client_secret };
  const json = { ...client, grant_type: 'authorization_code', auth_code, redirect_uri };
  return dataOf(await sandbox.call(BUSINESS, `${BASE}/tt_user/oauth2/token/`, { json })) as Business;
}
const dataOf = ({ json }: SandboxAnswer) => (json as { data: object }).data;
const codeOf = ({ json }: SandboxAnswer) => (json as { code: number }).code;
const control = (path: string, json: object) => sandbox.call(LOCAL, `/control/${path}`, { json });
async function comment(text: string, extra: object = {}): Promise<string> {
  const request = { platform: 'tiktok', remoteId: video, author: 'ben', text, ...extra };
  const { status, json } = await control('comments', request);
  expect(status).toBe(201);
  return (json as { id: string }).id;
}
const headers = () => ({ 'access-token': business.access_token });
const get = (path: string, query: Record<string, string> = {}) => {
  const parameters = new URLSearchParams({ business_id: business.open_id, video_id: video, ...query });
  return sandbox.call(BUSINESS, `${BASE}/business/${path}/?${parameters.toString()}`, { headers: headers() });
};
const post = (path: string, json: object) => {
  const body = { business_id: business.open_id, video_id: video, ...json };
  return sandbox.call(BUSINESS, `${BASE}/business/${path}/`, { headers: headers(), json: body });
};

it('accepts a refresh token once, and refuses unknown access tokens', async () => {
  expect(dataOf(await get('get'))).toMatchObject({ username: 'ana', display_name: 'Ana' });
  const form = { client_id: KEYS.client_key, client_secret: KEYS.client_secret };
  const json = { ...form, grant_type: 'refresh_token', refresh_token: business.refresh_token };
  const path = `${BASE}/tt_user/oauth2/refresh_token/`;
  expect(dataOf(await sandbox.call(BUSINESS, path, { json }))).toMatchObject({ open_id: business.open_id });
  expect(codeOf(await sandbox.call(BUSINESS, path, { json }))).toBe(40_110);
  business = { ...business, access_token: 'nobody' };
  expect(await get('get')).toMatchObject({ status: 200, json: { code: 40_105 } });
});
it('refuses to list comments of an unknown video, or more than thirty at once', async () => {
  expect(codeOf(await get('comment/list', { video_id: '7' }))).toBe(40_002);
  expect(codeOf(await get('comment/list', { max_count: '31' }))).toBe(40_002);
});
it('refuses replies to replies or over 150 characters, and the deletion of another person’s comment', async () => {
  const top = await comment('Nice');
  const reply = (comment_id: string, text: string) => post('comment/reply/create', { comment_id, text });
  const { comment_id: id } = dataOf(await reply(top, 'Thanks')) as { comment_id: string };
  expect(codeOf(await reply(id, 'More'))).toBe(40_002);
  expect(codeOf(await reply(top, 'x'.repeat(151)))).toBe(40_002);
  expect(codeOf(await post('comment/delete', { comment_id: top }))).toBe(40_001);
});
it('returns comments only with the scope for comments, and only to the owner of the video', async () => {
  business = await grantFor('ana', 'user.info.username');
  expect(codeOf(await get('comment/list'))).toBe(40_001);
  business = await grantFor('ben');
  expect(codeOf(await get('comment/list'))).toBe(40_002);
});
it('returns metrics of the account’s own posts, for a grant with the scope video.list', async () => {
  await comment('First');
  await control('metrics', { platform: 'tiktok', remoteId: video, likes: 4, reach: 70, omitted: ['shares'] });
  const parameters = {
    fields: JSON.stringify(['item_id', 'likes', 'comments', 'shares', 'video_views', 'reach']),
    filters: JSON.stringify({ video_ids: [video, '7'] }),
  };
  expect(codeOf(await get('video/list', parameters))).toBe(40_001);
  business = await grantFor('ana', 'video.list');
  expect(dataOf(await get('video/list', parameters))).toEqual({
    videos: [{ item_id: video, likes: 4, comments: 1, video_views: 0, reach: 70 }],
    cursor: 0,
    has_more: false,
  });
  for (const wrong of [{ fields: '["impressions"]' }, { filters: '{}' }, { max_count: '21' }])
    expect(codeOf(await get('video/list', { ...parameters, ...wrong }))).toBe(40_002);
  business = await grantFor('ben', 'video.list');
  expect(dataOf(await get('video/list', parameters))).toMatchObject({ videos: [] });
});
it('returns metrics in the Display API too, for a token with the scope video.list', async () => {
  const tokenOf = async (scope: string) => {
    const form = {
      ...KEYS,
      grant_type: 'authorization_code',
      redirect_uri: CALLBACKS.tiktok,
      code: await consentCode('tiktok', 'ana', scope),
    };
    const { json } = await sandbox.call(API, '/v2/oauth/token/', { form });
    return (json as { access_token: string }).access_token;
  };
  await control('metrics', { platform: 'tiktok', remoteId: video, views: 90, broken: ['likes'] });
  const query = (token: string, fields: string, video_ids: readonly string[]) =>
    sandbox.call(API, `/v2/video/query/?fields=${fields}`, { token, json: { filters: { video_ids } } });
  const token = await tokenOf('user.info.basic,video.list');
  const fields = 'id,like_count,comment_count,view_count';
  expect(dataOf(await query(token, fields, [video, '7']))).toEqual({
    videos: [{ id: video, like_count: -1, comment_count: 0, view_count: 90 }],
  });
  expect((await query(token, 'id,reach', [video])).status).toBe(400);
  expect(
    (
      await query(
        token,
        fields,
        Array.from({ length: 21 }, () => video),
      )
    ).status,
  ).toBe(400);
  expect((await query(await tokenOf('user.info.basic'), fields, [video])).status).toBe(401);
});
