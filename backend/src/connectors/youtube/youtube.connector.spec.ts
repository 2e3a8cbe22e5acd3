import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { MediaItem, OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import {
  ScriptedServer,
  type ScriptedAnswer,
  type ScriptedRequest,
  type ScriptedReply,
} from '../testing/scripted-server.ts';
import { YOUTUBE_LIMITS } from './limits.ts';
import { youtubeConnector } from './youtube.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
/** YouTube accepts chunks whose size is a multiple of this number of bytes. */
const QUANTUM = 256 * 1024;
const BYTES = 9_000_000;
/** The offset of the last chunk of a file with BYTES bytes. */
const LAST = Math.floor(BYTES / QUANTUM) * QUANTUM;
const BEGIN = 'POST /upload/youtube/v3/videos';
const PUT = 'PUT /session/s3cret';
const TOKEN = 'POST /token';
const DELETE = 'DELETE /youtube/v3/videos';

const saved: PublishRefs[] = [];
let api: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof youtubeConnector>;
let access: MemoryAccess;
let folder: string;
let videoFile: MediaItem;
let publication: OutgoingPublication;

const fault = (status: number, reason: string): ScriptedReply => ({
  status,
  json: { error: { code: status, message: `About ${reason}`, errors: [{ reason }], status: 'X' } },
});
const rangeOf = ({ headers }: ScriptedRequest) => headers['content-range'] ?? '';
const upTo = (bytes: number): ScriptedReply => ({
  status: 308,
  ...(bytes > 0 && { headers: { range: `bytes=0-${String(bytes - 1)}` } }),
});
/** Accepts chunks. `received`: the number of bytes that have already arrived. */
function acceptChunks(received = 0): ScriptedAnswer {
  let bytes = received;
  return ({ headers, body }) => {
    if (headers['content-range']?.startsWith('bytes */') === true) return upTo(bytes);
    bytes += body.length;
    return bytes < BYTES ? upTo(bytes) : { json: { id: 'v1d30' } };
  };
}

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-youtube-'));
  const path = join(folder, 'film.mp4');
  await writeFile(path, Buffer.alloc(BYTES, 'abcdefg'));
  videoFile = mediaAt(path, BYTES, { kind: 'video', mimeType: 'video/mp4' });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved.length = 0;
  const configuration = testConfiguration({
    YOUTUBE_CLIENT_ID: 'app',
    YOUTUBE_CLIENT_SECRET: 'secret',
    YOUTUBE_API_URL: `${api.url}/youtube/v3`,
    YOUTUBE_TOKEN_URL: `${api.url}/token`,
  });
  const platform = new PlatformHttp(http, new Breaker());
  connector = youtubeConnector(platform, clock, configuration, () => Promise.resolve());
  access = new MemoryAccess(YOUTUBE_LIMITS, {
    accessToken: 't1',
    refreshToken: 'r1',
    expiresAt: '2030-01-01T13:00:00.000Z',
    refreshExpiresAt: null,
    scopes: [],
  });
  publication = {
    ...publicationOf('What it is about', [videoFile]),
    platform: 'youtube',
    title: 'Title of the post',
    options: { madeForKids: false, privacy: 'unlisted', containsSyntheticMedia: true },
  };
  api.setAnswers({
    [BEGIN]: () => ({ headers: { location: `${api.url}/session/s3cret` } }),
    [PUT]: acceptChunks(),
  });
});

const prepare = (refs: PublishRefs | null = null) =>
  connector.prepare(
    access,
    publication,
    refs,
    (next) => {
      saved.push(next);
      return Promise.resolve();
    },
    AbortSignal.timeout(10_000),
  );
async function prepareRefs(refs: PublishRefs | null = null): Promise<PublishRefs> {
  const outcome = await prepare(refs);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
}
const call = (refs: PublishRefs) => connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const ranges = () => api.requestsTo(PUT).map(rangeOf);

it('refuses a post without a video with the variant no-video', async () => {
  publication = { ...publication, media: [] };
  expect(await prepare()).toEqual({
    kind: 'refused',
    reason: 'media-rejected',
    variant: 'no-video',
    values: { platform: 'YouTube' },
    words: 'YouTube: a post needs a video.',
    retryable: false,
  });
});

it('begins an upload with all metadata, and sends all chunks except the last one', async () => {
  const refs = await prepareRefs();
  const [begun] = api.requestsTo(BEGIN);
  expect(Object.fromEntries(begun?.query ?? [])).toMatchObject({ uploadType: 'resumable' });
  expect(begun?.headers).toMatchObject({
    authorization: 'Bearer t1',
    'x-upload-content-length': String(BYTES),
    'x-upload-content-type': 'video/mp4',
  });
  expect(begun?.json()).toEqual({
    snippet: { title: 'Title of the post', description: 'What it is about', categoryId: '22' },
    status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
  });
  const first = 32 * QUANTUM;
  expect(ranges()).toEqual([
    `bytes 0-${String(first - 1)}/${String(BYTES)}`,
    `bytes ${String(first)}-${String(LAST - 1)}/${String(BYTES)}`,
  ]);
  expect(refs).toMatchObject({ from: LAST });
  expect(JSON.stringify([refs, saved])).not.toContain('s3cret');
  expect(await call(refs)).toEqual({
    kind: 'published',
    remoteId: 'v1d30',
    permalink: 'https://www.youtube.com/watch?v=v1d30',
  });
  const sent = Buffer.concat(api.requestsTo(PUT).map(({ body }) => body));
  expect(sent.equals(Buffer.alloc(BYTES, 'abcdefg'))).toBe(true);
});
it('sends tags and category, and does not notify subscribers if that is switched off', async () => {
  const options = {
    ...publication.options,
    tags: ' sour dough, #bread,, bread ,',
    category: '26',
    notifySubscribers: false,
  };
  publication = { ...publication, options };
  await prepareRefs();
  const [begun] = api.requestsTo(BEGIN);
  expect(begun?.json()['snippet']).toMatchObject({ categoryId: '26', tags: ['sour dough', 'bread'] });
  expect(begun?.query.get('notifySubscribers')).toBe('false');
});
it('notifies subscribers of a video by default', async () => {
  await prepareRefs();
  expect(api.requestsTo(BEGIN)[0]?.query.get('notifySubscribers')).toBe('true');
});
it.each([
  ['x'.repeat(500), 0],
  // YouTube counts two quotation marks around a tag with a space, and the commas between tags.
  [`a ${'x'.repeat(497)}`, 1],
  [`${'x'.repeat(249)},${'y'.repeat(250)}`, 0],
  [`${'x'.repeat(250)},${'y'.repeat(250)}`, 1],
  ['a<b', 1],
])('for the tags %s, reports %i problems before sending', (tags, problems) => {
  expect(connector.precheck({ ...publication, options: { tags } })).toHaveLength(problems);
});
it('stores the upload session before it sends the first byte', async () => {
  await expect(
    connector.prepare(
      access,
      publication,
      null,
      () => Promise.reject(new Error('killed')),
      AbortSignal.timeout(5_000),
    ),
  ).rejects.toThrow('killed');
  expect(api.requestsTo(PUT)).toEqual([]);
});
it('requests the progress of a known session, and continues from there', async () => {
  await prepareRefs();
  api.requests.length = 0;
  api.addAnswers({ [PUT]: acceptChunks(4 * QUANTUM) });
  await prepareRefs(saved[0] ?? null);
  expect(api.requestsTo(BEGIN)).toEqual([]);
  expect(ranges().slice(0, 2)).toEqual([
    `bytes */${String(BYTES)}`,
    `bytes ${String(4 * QUANTUM)}-${String(LAST - 1)}/${String(BYTES)}`,
  ]);
});
it("continues from YouTube's progress, not from the number of bytes sent", async () => {
  const responses = [upTo(QUANTUM), upTo(LAST)];
  api.addAnswers({ [PUT]: () => responses.shift() ?? fault(500, 'a request more than the spec expects') });
  expect(await prepareRefs()).toMatchObject({ from: LAST });
  expect(ranges()[1]).toMatch(new RegExp(`^bytes ${String(QUANTUM)}-`, 'u'));
});
it.each([fault(503, 'backendError'), 'drop'] as const)(
  'requests the progress after the response %j to a chunk',
  async (response) => {
    const responses = [response, upTo(2 * QUANTUM), upTo(LAST)];
    api.addAnswers({ [PUT]: () => responses.shift() ?? fault(500, 'a request more than the spec expects') });
    expect(await prepareRefs()).toMatchObject({ from: LAST });
    expect(ranges()[1]).toBe(`bytes */${String(BYTES)}`);
  },
);
it('sends multiples of 256 KiB from the position that YouTube returns', async () => {
  const responses = [upTo(100_000), upTo(LAST)];
  api.addAnswers({ [PUT]: () => responses.shift() ?? fault(500, 'a request more than the spec expects') });
  await prepareRefs();
  const [, from = '', to = ''] = /^bytes (\d+)-(\d+)\//u.exec(ranges()[1] ?? '') ?? [];
  expect([Number(from), (Number(to) + 1 - Number(from)) % QUANTUM]).toEqual([100_000, 0]);
});
it('does not accept a position after the end of the file', async () => {
  api.addAnswers({ [PUT]: upTo(BYTES + 1) });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
});
it('accepts a relative session URL', async () => {
  api.addAnswers({ [BEGIN]: { headers: { location: '/session/s3cret' } } });
  expect(await prepareRefs()).toMatchObject({ from: LAST });
});
it('refuses the attempt, with a retry, if no byte of an upload arrives', async () => {
  api.addAnswers({ [PUT]: upTo(0) });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
  expect(api.requestsTo(PUT).length).toBeLessThan(5);
});
it.each([404, 410])('begins a new upload if YouTube has deleted the session (%i)', async (status) => {
  const refs = await prepareRefs();
  api.addAnswers({ [PUT]: fault(status, 'notFound') });
  expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'upload-lost', retryable: true });
  const responses = [fault(status, 'notFound'), upTo(LAST)];
  api.addAnswers({ [PUT]: () => responses.shift() ?? fault(500, 'a request more than the spec expects') });
  expect((await prepareRefs(refs))['session']).not.toBe(refs['session']);
  expect(api.requestsTo(BEGIN)).toHaveLength(2);
});
it('does not send a video twice if its session is already complete', async () => {
  const refs = await prepareRefs();
  api.addAnswers({ [PUT]: { status: 201, json: { id: 'there' } } });
  const next = await prepareRefs(refs);
  api.addAnswers({ [PUT]: fault(500, 'unexpected request') });
  expect(await call(next)).toMatchObject({ kind: 'published', remoteId: 'there' });
  expect(api.requestsTo(BEGIN)).toHaveLength(1);
});
it('refuses to publish if the last byte has not arrived', async () => {
  const refs = await prepareRefs();
  api.addAnswers({ [PUT]: upTo(LAST) });
  expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'upload-incomplete', retryable: true });
});
it.each([
  ['drop', { kind: 'unknown', cause: 'reset' }],
  [
    { status: 502, text: '<html>' },
    { kind: 'unknown', cause: 'server-error' },
  ],
  [{ text: '<html>captcha</html>' }, { kind: 'unknown', cause: 'unreadable' }],
  [
    { status: 307, headers: { location: 'https://elsewhere.example/' } },
    { kind: 'unknown', cause: 'unreadable' },
  ],
] as const)('has an unknown outcome for the response %j to the last chunk', async (response, outcome) => {
  const refs = await prepareRefs();
  api.addAnswers({ [PUT]: response });
  expect(await call(refs)).toMatchObject(outcome);
});
it.each([
  [{ json: { id: 'v1' } }, { kind: 'published', remoteId: 'v1' }],
  [upTo(LAST), { kind: 'absent' }],
  [fault(410, 'gone'), { kind: 'cannot-tell' }],
  [fault(503, 'backendError'), { kind: 'failed', words: 'About backendError' }],
  [fault(403, 'quotaExceeded'), { kind: 'failed', until: '2030-01-02T08:00:00.000Z' }],
] as const)('looks up the outcome in the session: %j', async (response, outcome) => {
  const refs = await prepareRefs();
  api.addAnswers({ [PUT]: response });
  expect(await connector.lookUp(access, publication, refs)).toMatchObject(outcome);
});
it('reports a post without an upload session as absent, and does not publish it', async () => {
  expect(await connector.lookUp(access, publication, {})).toEqual({ kind: 'absent' });
  expect(await call({})).toMatchObject({ kind: 'refused', reason: 'not-prepared' });
});
it('renews a refused token once, keeps its refresh token, and sends again', async () => {
  api.addAnswers({
    [BEGIN]: ({ headers }) =>
      headers.authorization === 'Bearer t2'
        ? { headers: { location: `${api.url}/session/s3cret` } }
        : fault(401, 'authError'),
    [TOKEN]: { json: { access_token: 't2', expires_in: 3599, scope: 'a b', token_type: 'Bearer' } },
  });
  await prepareRefs();
  expect(access.current).toMatchObject({
    accessToken: 't2',
    refreshToken: 'r1',
    expiresAt: '2030-01-01T12:59:59.000Z',
    scopes: ['a', 'b'],
  });
  const form = new URLSearchParams(api.requestsTo(TOKEN)[0]?.body.toString());
  expect(Object.fromEntries(form)).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'r1',
    client_id: 'app',
    client_secret: 'secret',
  });
});
it.each([{ error: { code: 401, message: 'Expired' } }, { error: 'invalid_token' }, undefined])(
  'renews a token if the refusal has no reason: %j',
  async (json) => {
    api.addAnswers({
      [BEGIN]: ({ headers }) =>
        headers.authorization === 'Bearer t2'
          ? { headers: { location: `${api.url}/session/s3cret` } }
          : { status: 401, json },
      [TOKEN]: { json: { access_token: 't2', expires_in: 3599 } },
    });
    expect(await prepareRefs()).toMatchObject({ from: LAST });
  },
);
it('revokes the grant with its refresh token', async () => {
  await connector.disconnect(access.current);
  expect(api.requestsTo('POST /revoke')[0]?.query.get('token')).toBe('r1');
});
it('treats a token as revoked if Google does not know it, but throws an error if Google fails', async () => {
  api.addAnswers({ 'POST /revoke': { status: 400, json: { error: 'invalid_token' } } });
  expect(await connector.disconnect(access.current)).toBe(true);
  api.addAnswers({ 'POST /revoke': { status: 503 } });
  await expect(connector.disconnect(access.current)).rejects.toMatchObject({ name: 'NotRevoked' });
});
it('needs a new login if the grant was revoked', async () => {
  api.addAnswers({
    [TOKEN]: { status: 400, json: { error: 'invalid_grant', error_description: 'Revoked.' } },
  });
  await expect(connector.refresh(access.current)).rejects.toBeInstanceOf(ReconnectNeeded);
});
it('refuses < and > in the title of the video, or in the title of the post if the video has none', () => {
  const check = (title: string | null, chosen?: string) =>
    connector.precheck({ title, options: chosen === undefined ? {} : { title: chosen } });
  expect(check('A > B')).toMatchObject([{ code: 'integrations.text-forbidden' }]);
  expect(check('A > B', 'A and B')).toEqual([]);
  expect(check('A and B', 'A <b>')).toHaveLength(1);
});
it.each([
  [{ status: 204 }, { kind: 'deleted' }],
  [fault(404, 'videoNotFound'), { kind: 'deleted' }],
  [
    { status: 404, text: '<html>' },
    { kind: 'refused', reason: 'server', retryable: true },
  ],
  [fault(403, 'forbidden'), { kind: 'refused', reason: 'rejected' }],
  [fault(503, 'backendError'), { kind: 'unknown' }],
] as const)('for the response %j to a deletion, has the outcome %j', async (response, outcome) => {
  api.addAnswers({ [DELETE]: response });
  const post = { remoteId: 'v1', permalink: null, publishRefs: null };
  expect(await connector.deletePost(access, post, AbortSignal.timeout(5_000))).toMatchObject(outcome);
  expect(api.requestsTo(DELETE)[0]?.query.get('id')).toBe('v1');
});

describe('the thumbnail of a published video', () => {
  const LIST = 'GET /youtube/v3/videos';
  const SET = 'POST /upload/youtube/v3/thumbnails/set';
  const state = (uploadStatus: string): ScriptedReply => ({
    json: { items: [{ status: { uploadStatus } }] },
  });
  let picture: MediaItem;
  beforeAll(async () => {
    const path = join(folder, 'cover.webp');
    const { size } = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#345' } })
      .webp()
      .toFile(path);
    picture = mediaAt(path, size, { mimeType: 'image/webp', width: 640, height: 360 });
  });
  const set = () =>
    connector.actions.cover?.(access, { remoteId: 'v1d30', picture }, AbortSignal.timeout(5_000));

  it('is sent as a JPEG after the video has been processed', async () => {
    api.addAnswers({ [LIST]: state('processed'), [SET]: { json: {} } });
    expect(await set()).toEqual({ kind: 'done' });
    const [sent] = api.requestsTo(SET);
    expect([sent?.query.get('videoId'), sent?.headers['content-type']]).toEqual(['v1d30', 'image/jpeg']);
    expect((await sharp(sent?.body).metadata()).format).toBe('jpeg');
  });
  it('is postponed while the video is processed', async () => {
    api.addAnswers({ [LIST]: state('uploaded') });
    expect(await set()).toMatchObject({ kind: 'postponed', reason: 'processing' });
    expect(api.requestsTo(SET)).toEqual([]);
  });
  it.each([
    [fault(403, 'forbidden'), { kind: 'refused', reason: 'rejected', retryable: false }],
    [fault(403, 'insufficientPermissions'), { kind: 'refused', reason: 'permission-missing' }],
    [fault(400, 'invalidImage'), { kind: 'refused', reason: 'rejected', retryable: false }],
    [fault(404, 'videoNotFound'), { kind: 'refused', reason: 'not-found', retryable: false }],
    [fault(429, 'uploadRateLimitExceeded'), { kind: 'postponed', reason: 'rate-limit' }],
    [fault(403, 'quotaExceeded'), { kind: 'postponed', reason: 'rate-limit', scope: 'app' }],
    [fault(503, 'backendError'), { kind: 'unknown' }],
  ] as const)('for the response %j, has the outcome %j', async (response, outcome) => {
    api.addAnswers({ [LIST]: state('processed'), [SET]: response });
    expect(await set()).toMatchObject(outcome);
  });
  it('is not requested for a video that YouTube does not know', async () => {
    api.addAnswers({ [LIST]: { json: { items: [] } } });
    expect(await set()).toMatchObject({ kind: 'refused', reason: 'not-found' });
  });
  it('does not prevent the upload of the video itself', async () => {
    publication = { ...publication, media: [picture, videoFile] };
    const outcome = await connector.call(
      access,
      publication,
      await prepareRefs(),
      AbortSignal.timeout(5_000),
    );
    expect(outcome).toMatchObject({ kind: 'published', remoteId: 'v1d30' });
  });
});
