import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LOCAL, MP4, PNG, SandboxUnderTest, type SandboxAnswer } from '../../testing/sandbox-client.ts';

const HOST = 'youtube.sandbox.test';
const CALLBACK = 'http://localhost:3000/api/auth/youtube/callback';
const VERIFIER = 'a'.repeat(43);
/** The challenge of VERIFIER, computed as in RFC 7636. */
const CHALLENGE = 'ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA';
const SCOPE = 'https://www.googleapis.com/auth/';
const CLIENT = { client_id: 'posthorn-sandbox', client_secret: 'posthorn-sandbox-secret' };
/** Each chunk except the last must be a multiple of this size. */
const CHUNK_UNIT = 256 * 1024;
const VIDEO = Buffer.concat([MP4, Buffer.alloc(2 * CHUNK_UNIT + 1000 - MP4.length, 7)]);

type Tokens = Readonly<{ access_token: string; refresh_token?: string; expires_in: number }>;
const sandbox = new SandboxUnderTest();
let token = '';

beforeEach(async () => {
  await sandbox.start();
  token = ((await tokensOf(await consentCode('ana'))).json as Tokens).access_token;
});
afterEach(async () => {
  await sandbox.stop();
});

/** Allows the application on the consent page, and returns the code from the redirect. */
async function consentCode(
  account: string,
  scopes = ['youtube.force-ssl', 'youtube.readonly'],
): Promise<string> {
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: scopes.map((scope) => `${SCOPE}${scope}`).join(' '),
    state: 's',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  });
  const form = { account, allow: 'allow' };
  const { headers } = await sandbox.call(LOCAL, `/oauth/youtube?${query.toString()}`, { form });
  return new URL(headers.location ?? '').searchParams.get('code') ?? '';
}
const tokensOf = async (authorizationCode: string, verifier = VERIFIER): Promise<SandboxAnswer> =>
  sandbox.call(HOST, '/token', {
    form: {
      ...CLIENT,
      grant_type: 'authorization_code',
      code: authorizationCode,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    },
  });
const videoBody = (extra: { snippet?: object; status?: object } = {}) => ({
  snippet: { title: 'A film', description: 'What it is about', ...extra.snippet },
  status: { privacyStatus: 'public', selfDeclaredMadeForKids: false, ...extra.status },
});
async function begin(
  json: object = videoBody(),
  headers: Record<string, string> = {},
): Promise<SandboxAnswer> {
  return sandbox.call(HOST, '/upload/youtube/v3/videos?uploadType=resumable&part=id,snippet,status', {
    token,
    json,
    headers: {
      'x-upload-content-length': String(VIDEO.length),
      'x-upload-content-type': 'video/mp4',
      ...headers,
    },
  });
}
async function beginSession(): Promise<string> {
  const { pathname, search } = new URL((await begin()).headers.location ?? '');
  return `${pathname}${search}`;
}
const put = async (path: string, from: number, to: number): Promise<SandboxAnswer> =>
  sandbox.call(HOST, path, {
    method: 'PUT',
    token,
    bytes: VIDEO.subarray(from, to),
    headers: { 'content-range': `bytes ${String(from)}-${String(to - 1)}/${String(VIDEO.length)}` },
  });
const progressOf = async (path: string): Promise<SandboxAnswer> =>
  sandbox.call(HOST, path, {
    method: 'PUT',
    token,
    headers: { 'content-range': `bytes */${String(VIDEO.length)}`, 'content-length': '0' },
  });
const reasonOf = ({ json }: SandboxAnswer): unknown =>
  (json as { error: { errors: { reason: string }[] } }).error.errors[0]?.reason;

it('issues tokens for a code once, checks PKCE, and never replaces the refresh token', async () => {
  const authorizationCode = await consentCode('ben');
  expect((await tokensOf(authorizationCode, 'b'.repeat(43))).json).toMatchObject({ error: 'invalid_grant' });
  const first = (await tokensOf(authorizationCode)).json as Tokens;
  expect(first).toMatchObject({ expires_in: 3600, refresh_token: expect.any(String) });
  expect((await tokensOf(authorizationCode)).json).toMatchObject({ error: 'invalid_grant' });
  const form = { ...CLIENT, grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
  const fresh = await sandbox.call(HOST, '/token', { form });
  expect(fresh.json).toMatchObject({ access_token: expect.any(String) });
  expect(fresh.json).not.toHaveProperty('refresh_token');
  await sandbox.call(HOST, '/revoke', { form: { token: first.refresh_token ?? '' } });
  expect((await sandbox.call(HOST, '/token', { form })).json).toMatchObject({ error: 'invalid_grant' });
});
it('expires an access token after an hour', async () => {
  sandbox.now += 3_601_000;
  expect(reasonOf(await begin())).toBe('authError');
});
it('has one channel for each account, but none for accounts whose name begins with `nochannel`', async () => {
  const path = '/youtube/v3/channels?part=id,snippet&mine=true';
  expect((await sandbox.call(HOST, path, { token })).json).toMatchObject({
    items: [{ id: expect.stringMatching(/^UC.{22}$/), snippet: { title: 'Ana', customUrl: '@ana' } }],
  });
  token = ((await tokensOf(await consentCode('nochannel'))).json as Tokens).access_token;
  expect((await sandbox.call(HOST, path, { token })).json).toMatchObject({ items: [] });
  expect(reasonOf(await begin())).toBe('youtubeSignupRequired');
});
it('accepts a thumbnail only for a processed video of a verified channel', async () => {
  const setThumbnail = (id: string, bytes: Buffer) =>
    sandbox.call(HOST, `/upload/youtube/v3/thumbnails/set?videoId=${id}`, { method: 'POST', token, bytes });
  const publishVideo = async () =>
    ((await put(await beginSession(), 0, VIDEO.length)).json as { id: string }).id;
  const id = await publishVideo();
  expect((await setThumbnail(id, PNG)).status).toBe(403);
  sandbox.now += 5_000;
  expect(reasonOf(await setThumbnail(id, Buffer.from('no picture')))).toBe('invalidImage');
  expect(reasonOf(await setThumbnail('nothing', PNG))).toBe('videoNotFound');
  expect((await setThumbnail(id, PNG)).status).toBe(200);
  expect(await sandbox.posts('?platform=youtube')).toMatchObject([{ cover: { type: 'image/png' } }]);
  token = ((await tokensOf(await consentCode('unverified'))).json as Tokens).access_token;
  const other = await publishVideo();
  sandbox.now += 5_000;
  expect(reasonOf(await setThumbnail(other, PNG))).toBe('forbidden');
});
it('refuses uploads with a token that may only read', async () => {
  token = ((await tokensOf(await consentCode('ana', ['youtube.readonly']))).json as Tokens).access_token;
  expect(await begin()).toMatchObject({ status: 403 });
});
it.each([
  ['invalidTitle', videoBody({ snippet: { title: '' } })],
  ['invalidTitle', videoBody({ snippet: { title: 'x'.repeat(101) } })],
  ['invalidTitle', videoBody({ snippet: { title: 'a < b' } })],
  ['invalidDescription', videoBody({ snippet: { description: 'é'.repeat(2501) } })],
  ['invalidDescription', videoBody({ snippet: { description: 'a > b' } })],
  ['invalidVideoMetadata', videoBody({ status: { privacyStatus: 'friends' } })],
  ['invalidVideoMetadata', videoBody({ status: { selfDeclaredMadeForKids: undefined } })],
])('refuses an upload with %s before any byte is sent: %j', async (reason, json) => {
  const answer = await begin(json);
  expect([answer.status, reasonOf(answer)]).toEqual([400, reason]);
});
it('accepts videos only', async () => {
  expect(reasonOf(await begin(videoBody(), { 'x-upload-content-type': 'image/png' }))).toBe('badContent');
});
it('accepts chunks only in order, reports the progress, and creates a video after the last byte', async () => {
  const path = await beginSession();
  expect(await progressOf(path)).toMatchObject({ status: 308 });
  expect((await progressOf(path)).headers).not.toHaveProperty('range');
  expect((await put(path, 0, CHUNK_UNIT)).headers.range).toBe(`bytes=0-${String(CHUNK_UNIT - 1)}`);
  expect(await put(path, 0, CHUNK_UNIT)).toMatchObject({ status: 400 });
  expect(await put(path, CHUNK_UNIT, CHUNK_UNIT + 1000)).toMatchObject({ status: 400 });
  await sandbox.restart();
  expect((await progressOf(path)).headers.range).toBe(`bytes=0-${String(CHUNK_UNIT - 1)}`);
  expect(await sandbox.posts()).toEqual([]);
  const last = await put(path, CHUNK_UNIT, VIDEO.length);
  expect(last).toMatchObject({ status: 200, json: { status: { uploadStatus: 'uploaded' } } });
  expect((await progressOf(path)).json).toMatchObject({ id: (last.json as { id: string }).id });
  expect(await sandbox.posts()).toMatchObject([
    { account: 'ana', text: 'What it is about', media: [{ type: 'video/mp4', bytes: VIDEO.length }] },
  ]);
});
it('expires an upload session after a week, and refuses sessions of other accounts', async () => {
  const path = await beginSession();
  const own = token;
  token = ((await tokensOf(await consentCode('ben'))).json as Tokens).access_token;
  expect(await progressOf(path)).toMatchObject({ status: 404 });
  token = own;
  sandbox.now += 7 * 86_400_000;
  token = ((await tokensOf(await consentCode('ana'))).json as Tokens).access_token;
  expect(await progressOf(path)).toMatchObject({ status: 410 });
});
it('limits the whole application to a hundred uploads a day when rate limits are enforced', async () => {
  await sandbox.call(LOCAL, '/control/settings', { json: { enforceRateLimits: true } });
  for (let upload = 0; upload < 100; upload += 1) await begin();
  token = ((await tokensOf(await consentCode('ben'))).json as Tokens).access_token;
  expect(reasonOf(await begin())).toBe('quotaExceeded');
});
it('processes a video, fails for a file that is not a video, and deletes a video only once', async () => {
  const path = await beginSession();
  const { id } = (await put(path, 0, VIDEO.length)).json as { id: string };
  const show = async (): Promise<unknown> =>
    (await sandbox.call(HOST, `/youtube/v3/videos?part=status&id=${id}`, { token })).json;
  sandbox.now += 2000;
  expect(await show()).toMatchObject({ items: [{ status: { uploadStatus: 'processed' } }] });
  const other = await begin(videoBody(), { 'x-upload-content-length': String(PNG.length) });
  const { pathname, search } = new URL(other.headers.location ?? '');
  await sandbox.call(HOST, `${pathname}${search}`, { method: 'PUT', token, bytes: PNG });
  sandbox.now += 2000;
  const failedId = (await sandbox.posts()).at(-1)?.remoteId ?? '';
  expect(
    (await sandbox.call(HOST, `/youtube/v3/videos?part=status&id=${failedId}`, { token })).json,
  ).toMatchObject({
    items: [{ status: { uploadStatus: 'failed', failureReason: 'invalidFile' } }],
  });
  const remove = async (): Promise<SandboxAnswer> =>
    sandbox.call(HOST, `/youtube/v3/videos?id=${id}`, { method: 'DELETE', token });
  expect(await remove()).toMatchObject({ status: 204 });
  expect(await remove()).toMatchObject({ status: 404 });
});
it('has a page for each video, and accepts comments except on videos made for kids', async () => {
  await put(await beginSession(), 0, VIDEO.length);
  const [post] = await sandbox.posts();
  const page = await sandbox.call(LOCAL, `/youtube/watch/${post?.remoteId ?? ''}`);
  expect(page.text).toContain('What it is about');
  const comment = { platform: 'youtube', remoteId: post?.remoteId, author: 'Ben', text: 'Nice' };
  expect(await sandbox.call(LOCAL, '/control/comments', { json: comment })).toMatchObject({ status: 201 });
  const { pathname, search } = new URL(
    (await begin(videoBody({ status: { selfDeclaredMadeForKids: true } }))).headers.location ?? '',
  );
  await put(`${pathname}${search}`, 0, VIDEO.length);
  const kids = { ...comment, remoteId: (await sandbox.posts()).at(-1)?.remoteId };
  expect(await sandbox.call(LOCAL, '/control/comments', { json: kids })).toMatchObject({ status: 400 });
});
it('reports shares only for the account’s own videos, and names the columns', async () => {
  const all = ['youtube.force-ssl', 'youtube.readonly', 'yt-analytics.readonly'];
  const report = async (ids: string) => {
    const query = `ids=channel==MINE&startDate=2005-02-14&endDate=2026-11-01&dimensions=video&filters=video==${ids}`;
    const path = `/v2/reports?${query}&metrics=views,shares&sort=-views&maxResults=200`;
    return sandbox.call(HOST, path, { token });
  };
  const id = ((await put(await beginSession(), 0, VIDEO.length)).json as { id: string }).id;
  expect(reasonOf(await report(id))).toBe('insufficientPermissions');
  token = ((await tokensOf(await consentCode('ana', all))).json as Tokens).access_token;
  const request = { platform: 'youtube', remoteId: id, views: 9, shares: 2 };
  await sandbox.call(LOCAL, '/control/metrics', { json: request });
  expect((await report(`${id},unknown`)).json).toMatchObject({
    columnHeaders: [{ name: 'video' }, { name: 'views' }, { name: 'shares' }],
    rows: [[id, 9, 2]],
  });
  await sandbox.call(LOCAL, '/control/metrics', { json: { ...request, omitted: ['shares'] } });
  expect((await report(id)).json).toMatchObject({ rows: [] });
  expect(reasonOf(await report(';'))).toBe('badRequest');
  token = ((await tokensOf(await consentCode('ben', all))).json as Tokens).access_token;
  expect(reasonOf(await report(id))).toBe('forbidden');
});
