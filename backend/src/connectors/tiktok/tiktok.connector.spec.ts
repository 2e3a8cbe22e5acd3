import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { MediaItem, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import {
  ScriptedServer,
  type ScriptedAnswer,
  type ScriptedRequest,
  type ScriptedReply,
} from '../testing/scripted-server.ts';
import { TIKTOK_LIMITS } from './limits.ts';
import { tiktokConnector } from './tiktok.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const CREATOR = 'POST /v2/post/publish/creator_info/query/';
const INIT = 'POST /v2/post/publish/video/init/';
const PHOTOS = 'POST /v2/post/publish/content/init/';
const STATUS = 'POST /v2/post/publish/status/fetch/';
const LIST = 'POST /v2/video/list/';
const TOKEN = 'POST /v2/oauth/token/';
const REVOKE = 'POST /v2/oauth/revoke/';
const PUT = 'PUT /upload/';
const VIDEO_BYTES = 20_000_000;
/** The size of the first two of three chunks; the last one has two bytes more. */
const CHUNK = 6_666_666;
const OK = { code: 'ok', message: '', log_id: '1' };
const ok = (data: object): ScriptedReply => ({ json: { data, error: OK } });
const fault = (status: number, code: string): ScriptedReply => ({
  status,
  json: { error: { code, message: 'No.' } },
});
const creator = {
  creator_username: 'ana',
  privacy_level_options: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
  comment_disabled: false,
  duet_disabled: true,
  stitch_disabled: false,
  max_video_post_duration_sec: 300,
};

let tiktok: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof tiktokConnector>;
let access: MemoryAccess;
let folder: string;
let video: MediaItem;
let photo: MediaItem;
let saved: PublishRefs[];
let temporaryUrls: number;

beforeAll(async () => {
  tiktok = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: tiktok.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-tiktok-'));
  const path = join(folder, 'film.mp4');
  const file = await open(path, 'w');
  await file.truncate(VIDEO_BYTES);
  await file.write('END', VIDEO_BYTES - 3);
  await file.close();
  const shape = { width: 1080, height: 1920, durationSeconds: 8 };
  video = mediaAt(path, VIDEO_BYTES, { kind: 'video', mimeType: 'video/mp4', ...shape });
  photo = mediaAt(path, 100, { mimeType: 'image/jpeg', width: 640, height: 640 });
});
afterAll(async () => {
  await Promise.all([tiktok.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved = [];
  temporaryUrls = 0;
  const configuration = testConfiguration({
    TIKTOK_API_URL: tiktok.url,
    TIKTOK_TOKEN_URL: `${tiktok.url}/v2/oauth/token/`,
    TIKTOK_CLIENT_KEY: 'key',
    TIKTOK_CLIENT_SECRET: 'secret',
  });
  const mediaUrls = {
    create: () => Promise.resolve(`https://media.example/media/lent/${String(++temporaryUrls)}`),
  };
  const platform = new PlatformHttp(http, new Breaker());
  connector = inAnotherProcess(() =>
    tiktokConnector(platform, clock, configuration, mediaUrls, () => Promise.resolve()),
  );
  access = new MemoryAccess(TIKTOK_LIMITS, {
    accessToken: 'a1',
    refreshToken: 'r1',
    expiresAt: '2030-01-02T12:00:00.000Z',
    refreshExpiresAt: '2031-01-01T12:00:00.000Z',
    scopes: ['video.publish', 'video.list'],
    openId: 'o',
    username: 'ana',
  });
  tiktok.setAnswers({ [CREATOR]: ok(creator), [INIT]: uploadOpened('p1'), [PUT]: acceptingChunks() });
});

const uploadOpened = (publishId: string): ScriptedReply =>
  ok({ publish_id: publishId, upload_url: `${tiktok.url}/upload/?upload_id=${publishId}` });
const rangeOf = ({ headers }: ScriptedRequest) =>
  (/bytes (\d+)-(\d+)\/(\d+)/u.exec(String(headers['content-range'])) ?? []).slice(1).map(Number);
/** Accepts chunks only in order, as the platform does. */
function acceptingChunks(received = 0): ScriptedAnswer {
  let end = received;
  return (request) => {
    const [first = 0, last = 0, total = 0] = rangeOf(request);
    const headers = (at: number) => ({ 'content-range': `bytes 0-${String(at)}/${String(total)}` });
    if (first !== end) return { status: 416, headers: headers(Math.max(0, end - 1)) };
    end = last + 1;
    return { status: end === total ? 201 : 206, headers: headers(last) };
  };
}
const post = (media: readonly MediaItem[], options: PublishOptions = {}, text = 'Hi') => ({
  ...publicationOf(text, media),
  platform: 'tiktok' as const,
  options: { privacy: 'PUBLIC_TO_EVERYONE', ...options },
});
const prepare = (publication = post([video]), refs: PublishRefs | null = null) =>
  connector.prepare(
    access,
    publication,
    refs,
    (next) => Promise.resolve(void saved.push(next)),
    AbortSignal.timeout(10_000),
  );
async function prepareRefs(
  publication = post([video]),
  refs: PublishRefs | null = null,
): Promise<PublishRefs> {
  const outcome = await prepare(publication, refs);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
}
const call = (refs: PublishRefs, publication = post([video])) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const lookUp = (refs: PublishRefs, publication = post([video])) =>
  connector.lookUp(access, publication, refs, noon.toISOString());
const chunks = () => tiktok.requestsTo(PUT).map((request) => rangeOf(request).slice(0, 2));

it('creates the post, stores no URL in the references, and leaves the last chunk for the final call', async () => {
  const refs = await prepareRefs();
  expect(tiktok.requestsTo(INIT)[0]?.json()).toMatchObject({
    post_info: { title: 'Hi', privacy_level: 'PUBLIC_TO_EVERYONE', disable_duet: true },
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: VIDEO_BYTES,
      chunk_size: CHUNK,
      total_chunk_count: 3,
    },
  });
  expect(saved).toHaveLength(1);
  expect(saved[0]).toMatchObject({ publishId: 'p1', sent: false });
  expect(JSON.stringify(refs)).not.toContain('upload_id');
  expect(chunks()).toEqual([
    [0, CHUNK - 1],
    [CHUNK, 2 * CHUNK - 1],
  ]);
  expect(await call(refs)).toEqual({ kind: 'accepted', handle: 'p1' });
  const last = tiktok.requestsTo(PUT).at(-1);
  expect(last?.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '6666668',
    'content-range': 'bytes 13333332-19999999/20000000',
  });
  expect(last?.body.subarray(-3).toString()).toBe('END');
  expect(last?.headers.authorization).toBeUndefined();
});
it('reads the creator info before every attempt, and refuses what the creator may not publish', async () => {
  const refs = await prepareRefs();
  tiktok.addAnswers({ [STATUS]: ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 2 * CHUNK }) });
  await prepareRefs(post([video]), refs);
  expect(tiktok.requestsTo(CREATOR)).toHaveLength(2);
  const hidden = await prepare(post([video], { privacy: 'FOLLOWER_OF_CREATOR' }));
  expect(hidden).toMatchObject({
    kind: 'refused',
    reason: 'option-not-valid',
    variant: 'privacy',
    values: { platform: 'TikTok', offered: 'Everyone, Only you', levels: 'PUBLIC_TO_EVERYONE SELF_ONLY' },
    words: 'This account can publish for: Everyone, Only you.',
  });
  const long = { ...video, durationSeconds: 301 };
  expect(await prepare(post([long]))).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    variant: 'video-length',
    values: { max: 300 },
  });
  expect(tiktok.requestsTo(INIT)).toHaveLength(1);
});
it('continues after a crash with the chunk that TikTok needs next', async () => {
  await prepareRefs();
  const [refs = {}] = saved;
  tiktok.setAnswers({
    [CREATOR]: ok(creator),
    [STATUS]: ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: CHUNK }),
    [PUT]: acceptingChunks(CHUNK),
  });
  expect(await call(await prepareRefs(post([video]), refs))).toMatchObject({
    kind: 'accepted',
    handle: 'p1',
  });
  expect(chunks().map(([first]) => first)).toEqual([CHUNK, 2 * CHUNK]);
});
it('continues with the next chunk if TikTok already has one', async () => {
  await prepareRefs();
  const [refs = {}] = saved;
  tiktok.setAnswers({
    [CREATOR]: ok(creator),
    [STATUS]: ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 0 }),
    [PUT]: acceptingChunks(CHUNK),
  });
  await prepareRefs(post([video]), refs);
  expect(chunks().map(([first]) => first)).toEqual([0, CHUNK]);
});
it.each([
  ['PROCESSING_UPLOAD', { uploaded_bytes: VIDEO_BYTES }],
  ['PROCESSING_DOWNLOAD', {}],
  ['PUBLISH_COMPLETE', {}],
])(
  'does not send a video again after all bytes have arrived, even an hour ago (%s)',
  async (status, extra) => {
    const refs = await prepareRefs();
    clock.advance(HOUR_MS);
    tiktok.setAnswers({ [CREATOR]: ok(creator), [STATUS]: ok({ status, ...extra }) });
    expect(await call(await prepareRefs(post([video]), refs))).toEqual({ kind: 'accepted', handle: 'p1' });
    expect(tiktok.requestsTo(PUT)).toEqual([]);
  },
);
it.each([
  ['failed', ok({ status: 'FAILED', fail_reason: 'internal' }), 0],
  ['is unknown', fault(400, 'invalid_publish_id'), 0],
  ['is too old', ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 2 * CHUNK }), 51],
])('begins a new upload if the first one %s', async (_what, status, minutes) => {
  const refs = await prepareRefs();
  clock.advance(minutes * 60_000);
  tiktok.setAnswers({
    [CREATOR]: ok(creator),
    [STATUS]: status,
    [INIT]: uploadOpened('p2'),
    [PUT]: acceptingChunks(),
  });
  expect(await prepareRefs(post([video]), refs)).toMatchObject({ publishId: 'p2' });
  expect(chunks().map(([first]) => first)).toEqual([0, CHUNK]);
});
it('begins a new upload if the upload URL no longer works, even in the final call', async () => {
  const refs = await prepareRefs();
  const waiting = ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: CHUNK });
  const acceptChunk = acceptingChunks();
  const dead: ScriptedAnswer = (request) =>
    request.query.get('upload_id') === 'p1' || typeof acceptChunk !== 'function'
      ? { status: 403 }
      : acceptChunk(request);
  tiktok.setAnswers({ [CREATOR]: ok(creator), [STATUS]: waiting, [INIT]: uploadOpened('p2'), [PUT]: dead });
  expect(await prepareRefs(post([video]), refs)).toMatchObject({ publishId: 'p2' });

  const outcome = await call(refs);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'upload-lost', words: null, retryable: true });
  const nearly = ok({ status: 'PROCESSING_UPLOAD', uploaded_bytes: 2 * CHUNK });
  tiktok.setAnswers({
    [CREATOR]: ok(creator),
    [STATUS]: nearly,
    [INIT]: uploadOpened('p3'),
    [PUT]: acceptingChunks(),
  });
  expect(await prepareRefs(post([video]), storedAfter(refs, outcome))).toMatchObject({ publishId: 'p3' });
});
it('repeats a chunk after a temporary failure, and fails after several', async () => {
  const responses: ScriptedReply[] = [{ status: 500 }, { status: 206 }, { status: 502 }, { status: 206 }];
  tiktok.addAnswers({ [PUT]: () => responses.shift() ?? { status: 500 } });
  await prepareRefs();
  expect(chunks().map(([first]) => first)).toEqual([0, 0, CHUNK, CHUNK]);
  tiktok.addAnswers({ [PUT]: { status: 500 } });
  expect(await prepare(post([video], {}, 'Another'))).toMatchObject({ reason: 'server', retryable: true });
});
it.each([
  [{ status: 500 }, { kind: 'unknown', cause: 'server-error' }],
  [
    { status: 200, text: '<html></html>' },
    { kind: 'unknown', cause: 'unreadable' },
  ],
  ['drop', { kind: 'unknown', cause: 'reset' }],
  [{ status: 429 }, { kind: 'postponed', reason: 'rate-limit' }],
  [
    { status: 400, text: 'bad' },
    { kind: 'refused', retryable: true },
  ],
  [
    { status: 206, headers: { 'content-range': 'bytes 0-5999999/20000000' } },
    { kind: 'refused', reason: 'upload-incomplete', retryable: true },
  ],
] as const)('for the response %j to the last chunk, has the outcome %j', async (response, outcome) => {
  const refs = await prepareRefs();
  tiktok.addAnswers({ [PUT]: response });
  expect(await call(refs)).toMatchObject(outcome);
});
it('stops an upload that is aborted', async () => {
  tiktok.addAnswers({ [PUT]: () => new Promise<ScriptedReply>(() => undefined) });
  const signal = AbortSignal.timeout(100);
  const outcome = await connector.prepare(access, post([video]), null, () => Promise.resolve(), signal);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
});

it.each([
  ['PROCESSING_UPLOAD', { uploaded_bytes: 2 * CHUNK }, { kind: 'absent' }],
  ['PROCESSING_UPLOAD', { uploaded_bytes: VIDEO_BYTES }, { kind: 'pending' }],
  ['PROCESSING_UPLOAD', {}, { kind: 'pending' }],
  ['PUBLISH_COMPLETE', {}, { kind: 'pending' }],
  ['FAILED', { fail_reason: 'duration_check_failed' }, { kind: 'refused', reason: 'media-rejected' }],
  ['FAILED', { fail_reason: 'internal' }, { kind: 'refused', reason: 'processing-failed', retryable: true }],
])('for the status %s with %j, has the look-up outcome %j', async (status, extra, outcome) => {
  const refs = await prepareRefs();
  tiktok.addAnswers({ [STATUS]: ok({ status, ...extra }) });
  expect(await lookUp(refs)).toMatchObject(outcome);
});
it("keeps all digits of a post's id", async () => {
  const refs = await prepareRefs();
  const text = `{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7301234567890123457]},"error":{"code":"ok"}}`;
  tiktok.addAnswers({ [STATUS]: { text } });
  expect(await lookUp(refs)).toEqual({
    kind: 'published',
    remoteId: '7301234567890123457',
    permalink: 'https://www.tiktok.com/@ana/video/7301234567890123457',
  });
});
it('reports a private post as published without its id, and a public post after a minute', async () => {
  const hidden = post([video], { privacy: 'SELF_ONLY' });
  tiktok.addAnswers({ [STATUS]: ok({ status: 'PUBLISH_COMPLETE' }) });
  const known = { kind: 'published', remoteId: 'p1', permalink: 'https://www.tiktok.com/@ana' };
  expect(await lookUp(await prepareRefs(hidden), hidden)).toEqual(known);
  const refs = saved[0] ?? {};
  clock.advance(61_000);
  // The worker asks for the public id later.
  expect(await lookUp(refs)).toEqual({ ...known, awaitsPublicId: true });
});
it.each([['drop'], [fault(500, 'internal_error')], [fault(400, 'invalid_publish_id')], [{ text: '<html>' }]])(
  'fails for the response %j to the status request',
  async (response) => {
    const refs = await prepareRefs();
    tiktok.addAnswers({ [STATUS]: response as ScriptedAnswer });
    expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
  },
);
it('reports a post without references as absent, and does not publish it', async () => {
  expect(await lookUp({})).toEqual({ kind: 'absent' });
  expect(await call({})).toMatchObject({ kind: 'refused', reason: 'not-prepared', retryable: true });
  expect(tiktok.calls()).toEqual([]);
});

it('creates temporary URLs for photos, and does not store them in the references', async () => {
  tiktok.addAnswers({
    [PHOTOS]: ok({ publish_id: 'p9' }),
    [TOKEN]: { json: { access_token: 'a2', expires_in: 86_400 } },
  });
  const publication = { ...post([photo, photo], { allowComment: true }), title: 'Two' };
  const refs = await prepareRefs(publication);
  expect(JSON.stringify(refs)).not.toContain('media.example');
  expect(await call(refs, publication)).toEqual({ kind: 'accepted', handle: 'p9' });
  expect(tiktok.requestsTo(PHOTOS)[0]?.json()).toMatchObject({
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: { title: 'Two', description: 'Hi', disable_comment: false },
    source_info: {
      source: 'PULL_FROM_URL',
      photo_cover_index: 0,
      photo_images: ['https://media.example/media/lent/1', 'https://media.example/media/lent/2'],
    },
  });
  await prepareRefs(publication, refs);
  expect(temporaryUrls).toBe(2);
  clock.advance(3 * 86_400_000);
  expect(await call(refs, publication)).toMatchObject({ reason: 'not-prepared', retryable: true });
  await prepareRefs(publication, refs);
  expect(temporaryUrls).toBe(4);
});
it('looks up photos by the publish id of the response', async () => {
  const publication = post([photo]);
  const refs = await prepareRefs(publication);
  tiktok.addAnswers({ [STATUS]: ok({ status: 'PUBLISH_COMPLETE', publicaly_available_post_id: ['77'] }) });
  expect(await lookUp({ ...refs, handle: 'p9' }, publication)).toMatchObject({ remoteId: '77' });
  expect(tiktok.requestsTo(STATUS)[0]?.json()).toEqual({ publish_id: 'p9' });
});

const listReply = (videos: readonly object[], extra: object = {}) =>
  ok({ videos, has_more: false, ...extra });
const seconds = noon.getTime() / 1000;
it('finds photos by their text and time after a lost response', async () => {
  const publication = post([photo]);
  const refs = await prepareRefs(publication);
  tiktok.addAnswers({
    [LIST]: listReply([
      { id: '5', video_description: 'Hi there', create_time: seconds + 9 },
      { id: '4', video_description: ' Hi ', create_time: seconds + 2, share_url: 'https://t.example/4' },
      { id: '3', video_description: 'Hi', create_time: seconds - 3600 },
    ]),
  });
  expect(await lookUp(refs, publication)).toEqual({
    kind: 'published',
    remoteId: '4',
    permalink: 'https://t.example/4',
  });
  access.claimed.set('4', false);
  expect(await lookUp(refs, publication)).toEqual({ kind: 'pending' });
});
it('does not report unlisted photos as absent: after 20 minutes, only a person can tell', async () => {
  const publication = post([photo]);
  const refs = await prepareRefs(publication);
  tiktok.addAnswers({ [LIST]: listReply([]) });
  expect(await lookUp(refs, publication)).toEqual({ kind: 'pending' });
  clock.advance(21 * 60_000);
  expect(await lookUp(refs, publication)).toEqual({ kind: 'cannot-tell' });
  const hidden = post([photo], { privacy: 'SELF_ONLY' });
  expect(await lookUp(refs, hidden)).toEqual({ kind: 'cannot-tell' });
  const withoutText = post([photo], {}, '');
  expect(await lookUp(await prepareRefs(withoutText), withoutText)).toEqual({ kind: 'cannot-tell' });
  access.current = { ...access.current, scopes: ['video.publish'] };
  expect(await lookUp(refs, publication)).toEqual({ kind: 'cannot-tell' });
});
it('reads the list back to the time before the attempt', async () => {
  const publication = post([photo]);
  const refs = await prepareRefs(publication);
  const page = (from: number) =>
    Array.from({ length: 20 }, (_, index) => ({
      id: String(from - index),
      create_time: seconds + from - index,
    }));
  tiktok.addAnswers({
    [LIST]: ({ json }) => {
      const cursor = Number(json()['cursor'] ?? 100);
      const videos = page(cursor).map((listedVideo) => ({
        ...listedVideo,
        title: listedVideo.id === '65' ? 'Hi' : 'Other',
      }));
      return listReply(videos, { cursor: cursor - 20, has_more: true });
    },
  });
  expect(await lookUp(refs, publication)).toMatchObject({ remoteId: '65' });
});

it.each([
  ['with the time of a slow clock', { title: 'Hi', create_time: seconds - 200 }],
  ['with HTML references and other white space', { title: ' H&#105;\n' }],
  ['with a number as the id', { title: 'Hi', id: 65 }],
])('finds photos %s', async (_what, shown) => {
  const publication = post([photo]);
  const refs = await prepareRefs(publication);
  tiktok.addAnswers({ [LIST]: listReply([{ id: '65', create_time: seconds + 3, ...shown }]) });
  expect(await lookUp(refs, publication)).toMatchObject({ kind: 'published', remoteId: '65' });
});
it('finds photos by the shortened text in the list', async () => {
  const longText = 'Soup of the day, '.repeat(20);
  const publication = post([photo], {}, longText);
  const refs = await prepareRefs(publication);
  const shows = (text: string) => {
    tiktok.addAnswers({
      [LIST]: listReply([{ id: '65', create_time: seconds + 3, video_description: text }]),
    });
  };
  shows(`${longText.slice(0, 147)}...`);
  expect(await lookUp(refs, publication)).toMatchObject({ kind: 'published', remoteId: '65' });
  shows(longText.slice(0, 40));
  expect(await lookUp(refs, publication)).toEqual({ kind: 'pending' });
});
it('offers every privacy level if the creator info contains none', async () => {
  tiktok.addAnswers({ [CREATOR]: ok({ creator_username: 'ana' }) });
  expect(await prepare()).toMatchObject({ kind: 'prepared' });
  const fields = await connector.publishFields(access);
  expect(fields.find(({ name }) => name === 'privacy')).toMatchObject({ choices: { length: 4 } });
});
it('offers the options of this creator, except those that the creator disabled in the app', async () => {
  const fields = await connector.publishFields(access);
  const privacy = fields.find(({ name }) => name === 'privacy');
  expect(privacy).toMatchObject({
    required: true,
    initial: null,
    choices: [
      { value: 'PUBLIC_TO_EVERYONE', label: 'Everyone' },
      { value: 'SELF_ONLY', label: 'Only you' },
    ],
  });
  expect(fields.map(({ name }) => name)).not.toContain('allowDuet');
  expect(fields.map(({ name }) => name)).toContain('allowStitch');
});
it('reads the maximum length of a video for this creator', async () => {
  expect((await connector.readLimits(access)).media.videoSeconds).toEqual({ min: 3, max: 300 });
});
it("warns if the creator's daily posts are used up", async () => {
  expect(await connector.readiness(access)).toEqual([]);
  tiktok.addAnswers({ [CREATOR]: fault(403, 'spam_risk_too_many_posts') });
  expect(await connector.readiness(access)).toMatchObject([{ code: 'quota' }]);
  expect(await prepare()).toMatchObject({ kind: 'postponed', reason: 'daily-limit' });
});

const tokenReply = (json: object, status = 200): ScriptedReply => ({ status, json });
it('renews a refused token, and stores the new refresh token', async () => {
  tiktok.addAnswers({
    [CREATOR]: ({ headers }) =>
      headers.authorization === 'Bearer a2' ? ok(creator) : fault(401, 'access_token_expired'),
    [TOKEN]: tokenReply({
      access_token: 'a2',
      expires_in: 86_400,
      refresh_token: 'r2',
      refresh_expires_in: 99,
    }),
  });
  expect((await connector.readLimits(access)).platform).toBe('tiktok');
  expect(access.current).toMatchObject({
    accessToken: 'a2',
    refreshToken: 'r2',
    expiresAt: '2030-01-02T12:00:00.000Z',
    scopes: ['video.publish', 'video.list'],
    openId: 'o',
  });
  expect(Object.fromEntries(new URLSearchParams(tiktok.requestsTo(TOKEN)[0]?.body.toString()))).toEqual({
    client_key: 'key',
    client_secret: 'secret',
    grant_type: 'refresh_token',
    refresh_token: 'r1',
  });
});
it('keeps the refresh token if the response has no new one', async () => {
  tiktok.addAnswers({ [TOKEN]: tokenReply({ access_token: 'a2', expires_in: 86_400, refresh_token: '' }) });
  expect(await connector.refresh(access.current)).toMatchObject({
    refreshToken: 'r1',
    refreshExpiresAt: '2031-01-01T12:00:00.000Z',
  });
});
it('needs a new login only if the platform definitely refuses', async () => {
  tiktok.addAnswers({ [TOKEN]: tokenReply({ error: 'invalid_grant', error_description: 'Revoked.' }) });
  await expect(connector.refresh(access.current)).rejects.toBeInstanceOf(ReconnectNeeded);
  tiktok.addAnswers({ [TOKEN]: tokenReply({ error: { code: 'invalid_grant', message: 'Revoked.' } }, 401) });
  await expect(connector.refresh(access.current)).rejects.toBeInstanceOf(ReconnectNeeded);
  tiktok.addAnswers({ [TOKEN]: tokenReply({ error: 'temporarily_unavailable' }, 400) });
  await expect(connector.refresh(access.current)).rejects.toMatchObject({ name: 'RenewalFailed' });
});
it('revokes the access token when the account is disconnected', async () => {
  tiktok.addAnswers({ [REVOKE]: tokenReply({}) });
  await connector.disconnect(access.current);
  expect(tiktok.requestsTo(REVOKE)[0]?.body.toString()).toBe('client_key=key&client_secret=secret&token=a1');
});
it('counts a token that TikTok does not know as revoked, but throws an error if TikTok fails', async () => {
  tiktok.addAnswers({ [REVOKE]: tokenReply({ error: 'invalid_request' }, 400) });
  expect(await connector.disconnect(access.current)).toBe(true);
  tiktok.addAnswers({ [REVOKE]: tokenReply({}, 503) });
  await expect(connector.disconnect(access.current)).rejects.toMatchObject({ name: 'NotRevoked' });
});
