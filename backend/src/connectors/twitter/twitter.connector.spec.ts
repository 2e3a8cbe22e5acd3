import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import sharp from 'sharp';
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
  type ScriptedRequest,
  type ScriptedReply,
  type ScriptedAnswer,
} from '../testing/scripted-server.ts';
import { limitsFor, TWITTER } from './limits.ts';
import { twitterConnection } from './consent.ts';
import { twitterConnector } from './twitter.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const POST = 'POST /2/tweets';
const BEGIN = 'POST /2/media/upload/initialize';
const APPEND = 'POST /2/media/upload/m1/append';
const FINALIZE = 'POST /2/media/upload/m1/finalize';
const STATUS = 'GET /2/media/upload';
const ALT = 'POST /2/media/metadata';
const LIST = 'GET /2/users/u1/tweets';
const TOKEN = 'POST /2/oauth2/token';
const VIDEO_BYTES = 2_500_000;

let x: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof twitterConnector>;
let connection: ReturnType<typeof twitterConnection>;
let access: MemoryAccess;
let folder: string;
let video: MediaItem;
let image: MediaItem;
let saved: PublishRefs[];
let waits: number[];

beforeAll(async () => {
  x = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: x.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-x-'));
  const videoFile = join(folder, 'film.mp4');
  const file = await open(videoFile, 'w');
  await file.truncate(VIDEO_BYTES);
  await file.write('END', VIDEO_BYTES - 3);
  await file.close();
  video = mediaAt(videoFile, VIDEO_BYTES, { kind: 'video', mimeType: 'video/mp4', width: 640, height: 360 });
  const drawing = join(folder, 'drawing.png');
  const background = '#345';
  const { size } = await sharp({ create: { width: 8, height: 8, channels: 3, background } }).toFile(drawing);
  image = mediaAt(drawing, size, { altText: 'A drawing' });
});
afterAll(async () => {
  await Promise.all([x.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved = [];
  waits = [];
  const configuration = testConfiguration({
    // X_API_URL works with and without the version.
    X_API_URL: `${x.url}/2`,
    X_TOKEN_URL: `${x.url}/2/oauth2/token`,
    X_CLIENT_ID: 'an id',
    X_CLIENT_SECRET: 'a:secret',
  });
  const platform = new PlatformHttp(http, new Breaker());
  const pause = (wait: number) => {
    waits.push(wait);
    return Promise.resolve();
  };
  connector = inAnotherProcess(() => twitterConnector(platform, clock, configuration, pause));
  connection = twitterConnection(platform, clock, configuration);
  access = new MemoryAccess(TWITTER.limits, {
    accessToken: 'a1',
    refreshToken: 'r1',
    expiresAt: '2030-01-01T14:00:00.000Z',
    refreshExpiresAt: null,
    scopes: ['tweet.write'],
    userId: 'u1',
    username: 'ana',
  });
  x.setAnswers({
    [POST]: { status: 201, json: { data: { id: '1999999999999999999', text: 'Hi' } } },
    [BEGIN]: { json: { data: { id: 'm1', media_key: '3_m1', expires_after_secs: 86_400 } } },
    [APPEND]: {},
    [FINALIZE]: { json: { data: { id: 'm1', expires_after_secs: 86_400 } } },
    [ALT]: { json: { data: {} } },
  });
});

const processingReply = (state: string, extra: object = {}): ScriptedAnswer => ({
  json: { data: { id: 'm1', processing_info: { state, check_after_secs: 3, ...extra } } },
});
const post = (media: readonly MediaItem[] = [], options: PublishOptions = {}, text = 'Hi') => ({
  ...publicationOf(text, media),
  platform: 'twitter' as const,
  options,
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
const call = async (publication = post(), refs?: PublishRefs) =>
  connector.call(access, publication, refs ?? (await prepareRefs(publication)), AbortSignal.timeout(5_000));
const lookUp = (publication = post(), refs: PublishRefs = {}) =>
  connector.lookUp(access, publication, refs, noon.toISOString());
const segment = ({ body }: ScriptedRequest) =>
  Number(/name="segment_index"\r\n\r\n(\d+)/u.exec(body.toString())?.[1]);
const listReply = (...posts: object[]): ScriptedAnswer => ({
  json: { data: posts, meta: { result_count: posts.length } },
});
const postJson = (extra: object = {}) => ({
  id: '1888',
  text: 'Hi',
  created_at: '2030-01-01T12:00:01.000Z',
  ...extra,
});

it('keeps the longer texts of a subscription when it reads the other limits again', async () => {
  const premium = limitsFor('Premium');
  const before = { ...premium, media: { ...premium.media, videoTypes: [] } };
  expect(await connector.readLimits(new MemoryAccess(before, {}))).toEqual(premium);
  expect(await connector.readLimits(access)).toEqual(TWITTER.limits);
});
it('publishes a text with one call and the chosen options', async () => {
  const options = { replySettings: 'following', paidPartnership: true, madeWithAi: false };
  expect(await call(post([], options))).toEqual({
    kind: 'published',
    remoteId: '1999999999999999999',
    permalink: 'https://x.com/ana/status/1999999999999999999',
  });
  const [request] = x.requestsTo(POST);
  expect(request?.json()).toEqual({ text: 'Hi', reply_settings: 'following', paid_partnership: true });
  expect(request?.headers).toMatchObject({ authorization: 'Bearer a1', 'content-type': 'application/json' });
});
it('does not send options with the default value', async () => {
  await call(post([], { replySettings: 'everyone' }));
  expect(x.requestsTo(POST)[0]?.json()).toEqual({ text: 'Hi' });
});

it('sends a video in segments of a megabyte, and waits until X has processed it', async () => {
  let polls = 0;
  x.addAnswers({
    [FINALIZE]: processingReply('pending'),
    [STATUS]: () =>
      polls++ === 0
        ? { json: { data: { processing_info: { state: 'in_progress', check_after_secs: 7 } } } }
        : { json: { data: { processing_info: { state: 'succeeded' } } } },
  });
  const refs = await prepareRefs();
  expect(x.requestsTo(BEGIN)[0]?.json()).toEqual({
    media_type: 'video/mp4',
    total_bytes: VIDEO_BYTES,
    media_category: 'tweet_video',
  });
  const pieces = x.requestsTo(APPEND);
  expect(pieces.map(segment)).toEqual([0, 1, 2]);
  expect(pieces.map(({ body }) => Math.round(body.length / 100_000))).toEqual([10, 10, 5]);
  expect(pieces[2]?.body.includes('END')).toBe(true);
  expect(x.requestsTo(STATUS)[0]?.query.toString()).toBe('command=STATUS&media_id=m1');
  expect(waits).toEqual([7_000]);
  expect(refs['files']).toEqual([{ id: 'm1', until: '2030-01-02T11:00:00.000Z', processing: true }]);
  await call(post([video]), refs);
  expect(x.requestsTo(POST)[0]?.json()).toMatchObject({ media: { media_ids: ['m1'] } });
});
it('checks again later if processing takes long, and does not upload the file again', async () => {
  x.addAnswers({
    [FINALIZE]: processingReply('pending'),
    [STATUS]: processingReply('in_progress', { check_after_secs: 40 }),
  });
  expect(await prepare()).toEqual({
    kind: 'postponed',
    reason: 'processing',
    words: null,
    until: '2030-01-01T12:00:40.000Z',
  });
  x.addAnswers({ [STATUS]: processingReply('succeeded') });
  await prepareRefs(post([video]), saved[0]);
  expect(x.requestsTo(BEGIN)).toHaveLength(1);
});
it('sends alt texts of images, and continues with the second image after a crash', async () => {
  const publication = post([image, image]);
  await prepareRefs(publication);
  expect(x.requestsTo(ALT)[0]?.json()).toEqual({
    id: 'm1',
    metadata: { alt_text: { text: 'A drawing' } },
  });
  expect(saved.map(({ files }) => (files as unknown[]).length)).toEqual([1, 2]);
  x.requests.length = 0;
  await prepareRefs(publication, saved[0]);
  expect(x.requestsTo(BEGIN)).toHaveLength(1);
});
it('uploads files again if X will soon delete them or the post has changed', async () => {
  const refs = await prepareRefs();
  await prepareRefs(post([video], {}, 'Other'), refs);
  expect(x.requestsTo(BEGIN)).toHaveLength(2);
  clock.set(new Date('2030-01-02T11:30:00Z'));
  access.current = { ...access.current, expiresAt: null };
  await prepareRefs(post([video]), refs);
  expect(x.requestsTo(BEGIN)).toHaveLength(3);
});
it('sends smaller segments if X refuses the first size', async () => {
  x.addAnswers({ [APPEND]: ({ body }) => ({ status: body.length > 600_000 ? 413 : 200 }) });
  await prepareRefs();
  expect(x.requestsTo(APPEND).map(segment)).toEqual([0, 0, 1, 2, 3, 4]);
  x.addAnswers({ [APPEND]: { status: 413 } });
  expect(await prepare()).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    variant: 'too-large',
    values: { platform: 'X' },
    retryable: false,
  });
});
it('repeats a segment after a temporary failure, and fails if X never accepts it', async () => {
  let fails = 2;
  x.addAnswers({ [APPEND]: () => ({ status: fails-- > 0 ? 503 : 200 }) });
  await prepareRefs();
  expect(x.requestsTo(APPEND).map(segment)).toEqual([0, 0, 0, 1, 2]);
  x.addAnswers({ [APPEND]: { status: 503 } });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
it("returns X's message about a file that it cannot process, and begins again on a retry", async () => {
  x.addAnswers({
    [FINALIZE]: processingReply('pending'),
    [STATUS]: processingReply('failed', { error: { message: 'Bad codec' } }),
  });
  expect(await prepare()).toMatchObject({ reason: 'media-rejected', words: 'Bad codec', retryable: false });
  x.addAnswers({ [STATUS]: processingReply('succeeded') });
  await prepareRefs(post([video]), saved.at(-1));
  expect(x.requestsTo(BEGIN)).toHaveLength(2);
});
it('returns the variant file-not-processed if X gives no message', async () => {
  x.addAnswers({ [FINALIZE]: processingReply('pending'), [STATUS]: processingReply('failed') });
  expect(await prepare()).toMatchObject({
    reason: 'media-rejected',
    variant: 'file-not-processed',
    values: { platform: 'X' },
    retryable: false,
  });
});
it('uploads again if X no longer knows the files of a post, but only once', async () => {
  const refs = await prepareRefs();
  const errors = [{ message: 'Your media IDs are invalid.' }];
  x.addAnswers({ [POST]: { status: 400, json: { detail: 'Invalid.', errors } } });
  const outcome = await call(post([video]), refs);
  expect(outcome).toMatchObject({ reason: 'media-lost', retryable: true });
  const anew = await prepareRefs(post([video]), storedAfter(refs, outcome));
  expect(x.requestsTo(BEGIN)).toHaveLength(2);
  expect(await call(post([video]), anew)).toMatchObject({ reason: 'media-lost', retryable: false });
});

it('renews a token that X refuses, keeps the next refresh token, and posts once more', async () => {
  x.addAnswers({
    [POST]: ({ headers }) =>
      headers.authorization === 'Bearer a2'
        ? { status: 201, json: { data: { id: '1' } } }
        : { status: 401, json: { title: 'Unauthorized' } },
    [TOKEN]: { json: { access_token: 'a2', refresh_token: 'r2', expires_in: 7200, scope: 'tweet.write' } },
  });
  expect(await call()).toMatchObject({ kind: 'published', remoteId: '1' });
  const [request] = x.requestsTo(TOKEN);
  expect(request?.body.toString()).toBe('grant_type=refresh_token&refresh_token=r1');
  expect(request?.headers.authorization).toBe(`Basic ${btoa('an id:a:secret')}`);
  expect(access.current).toMatchObject({
    accessToken: 'a2',
    refreshToken: 'r2',
    userId: 'u1',
    username: 'ana',
  });
});
it.each(['invalid_request', 'invalid_grant'])(
  'needs a new login if a refresh fails with %s',
  async (error) => {
    x.addAnswers({ [TOKEN]: { status: 400, json: { error } } });
    await expect(connector.refresh(access.current)).rejects.toBeInstanceOf(ReconnectNeeded);
  },
);
it('reports any other failed refresh as retryable', async () => {
  x.addAnswers({ [POST]: { status: 401, json: {} }, [TOKEN]: { status: 503 } });
  expect(await call()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
it('revokes both tokens', async () => {
  x.addAnswers({ 'POST /2/oauth2/revoke': { json: { revoked: true } } });
  await connector.disconnect(access.current);
  expect(x.requests.map(({ body }) => body.toString())).toEqual([
    'token=r1&token_type_hint=refresh_token',
    'token=a1&token_type_hint=access_token',
  ]);
});
it('counts tokens that X no longer knows as revoked, but throws an error if X fails', async () => {
  x.addAnswers({ 'POST /2/oauth2/revoke': { status: 400, json: { error: 'invalid_token' } } });
  expect(await connector.disconnect(access.current)).toBe(true);
  for (const status of [429, 503]) {
    x.addAnswers({ 'POST /2/oauth2/revoke': { status } });
    await expect(connector.disconnect(access.current)).rejects.toMatchObject({ name: 'NotRevoked' });
  }
});

it('finds its post by the text with the short links resolved, and requests only recent posts', async () => {
  const text = 'Tom & Jerry <3 Example.com/a and https://b.de/?x=1';
  const urls = [
    { url: 'https://t.co/1', expanded_url: 'http://Example.com/a' },
    { url: 'https://t.co/2', expanded_url: 'https://b.de/?x=1' },
  ];
  const written = 'Tom &amp; Jerry &lt;3 https://t.co/1 and https://t.co/2';
  x.addAnswers({
    [LIST]: listReply(postJson({ id: '1', text: 'Else' }), postJson({ text: written, entities: { urls } })),
  });
  expect(await lookUp(post([], {}, text))).toEqual({
    kind: 'published',
    remoteId: '1888',
    permalink: 'https://x.com/ana/status/1888',
  });
  expect(Object.fromEntries(x.requestsTo(LIST)[0]?.query ?? [])).toMatchObject({
    start_time: '2030-01-01T11:55:00Z',
    exclude: 'replies,retweets',
  });
});
it.each(['note_tweet', 'note_post'])('reads a long text from %s', async (name) => {
  const text = 'long '.repeat(100).trim();
  x.addAnswers({ [LIST]: listReply(postJson({ text: `${text.slice(0, 270)}…`, [name]: { text } })) });
  expect(await lookUp(post([], {}, text))).toMatchObject({ kind: 'published' });
});
it('distinguishes posts by their files', async () => {
  const urls = [{ url: 'https://t.co/f', expanded_url: 'https://x.com/ana/status/1/video/1' }];
  const withFile = (id: string, key: string) =>
    postJson({ id, text: 'Hi https://t.co/f', entities: { urls }, attachments: { media_keys: [key] } });
  x.addAnswers({ [LIST]: listReply(postJson(), withFile('2', '13_m1'), withFile('1', '13_other')) });
  const refs = await prepareRefs();
  expect(await lookUp(post([video]), refs)).toMatchObject({ remoteId: '2' });
});
it('distinguishes short links with the same beginning, and ignores a link that X added for files', async () => {
  const urls = [
    { url: 'https://t.co/1', expanded_url: 'https://a.de/' },
    { url: 'https://t.co/10', display_url: 'b.de' },
  ];
  const text = '(https://a.de/) &quot; b.de';
  const written = '(https://t.co/1) &amp;quot; https://t.co/10 https://t.co/f';
  x.addAnswers({ [LIST]: listReply(postJson({ text: written, entities: { urls } })) });
  expect(await lookUp(post([], {}, text))).toMatchObject({ kind: 'published' });
});
it('finds a post by its text if the list contains no files, but not if it contains files', async () => {
  x.addAnswers({ [LIST]: listReply(postJson()) });
  const refs = await prepareRefs();
  expect(await lookUp(post([video]), refs)).toMatchObject({ kind: 'published' });
  const withFile = postJson({ id: '2', text: 'Else', attachments: { media_keys: ['3_x'] } });
  x.addAnswers({ [LIST]: listReply(postJson(), withFile) });
  expect(await lookUp(post([video]), refs)).toEqual({ kind: 'absent' });
});
it('claims a post without a text only by its files; otherwise a person must look', async () => {
  const urls = [{ url: 'https://t.co/f', expanded_url: 'https://x.com/ana/status/1/video/1' }];
  const shown = (id: string, attachments?: object) =>
    postJson({ id, text: 'https://t.co/f', entities: { urls }, ...(attachments && { attachments }) });
  const refs = await prepareRefs(post([video], {}, ''));
  const find = () => lookUp(post([video], {}, ''), refs);
  const claims = jest.spyOn(access, 'claim');
  x.addAnswers({ [LIST]: listReply(shown('2', { media_keys: ['13_other'] }), postJson({ id: '3' })) });
  expect(await find()).toEqual({ kind: 'cannot-tell' });
  x.addAnswers({ [LIST]: listReply(shown('2')) });
  expect(await find()).toEqual({ kind: 'cannot-tell' });
  expect(claims).not.toHaveBeenCalled();
  x.addAnswers({ [LIST]: listReply(postJson({ id: '3' })) });
  expect(await find()).toEqual({ kind: 'absent' });
  x.addAnswers({
    [LIST]: listReply(shown('2', { media_keys: ['13_other'] }), shown('1', { media_keys: ['13_m1'] })),
  });
  expect(await find()).toMatchObject({ kind: 'published', remoteId: '1' });
});
describe('if X has renamed the requested fields', () => {
  /** An id as X creates it: the milliseconds since X's epoch, and 22 more bits. */
  const idAt = (iso: string) => String(BigInt(Date.parse(iso) - 1_288_834_974_657) << 22n);
  const recent = idAt('2030-01-01T12:00:01Z');
  const renamed =
    (...posts: object[]): ScriptedAnswer =>
    (request) =>
      request.query.has('tweet.fields')
        ? {
            status: 400,
            json: { title: 'Invalid Request', detail: 'tweet.fields is not one of [post.fields]' },
          }
        : (listReply(...posts) as ScriptedReply);
  it('repeats the request for only ids and texts', async () => {
    x.addAnswers({ [LIST]: renamed({ id: recent, text: 'Hi' }) });
    expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: recent });
    expect(x.requestsTo(LIST).map(({ query }) => [...query.keys()])).toEqual([
      ['max_results', 'start_time', 'exclude', 'tweet.fields'],
      ['max_results', 'start_time'],
    ]);
  });
  it.each([
    ['short links', 'Look at bit.ly/1 and https://b.de', 'Look at https://t.co/1 and https://t.co/2'],
    ['a short link for files', 'Hi &', 'Hi &amp; https://t.co/f'],
    ['a long text that is cut', 'long '.repeat(100).trim(), `${'long '.repeat(54)}…`],
  ])('recognizes its post by the readable fields: %s', async (_what, text, seen) => {
    x.addAnswers({ [LIST]: renamed({ id: recent, text: seen }) });
    expect(await lookUp(post([], {}, text))).toMatchObject({ kind: 'published' });
  });
  it.each([
    ['an older post', { id: idAt('2030-01-01T11:50:00Z'), text: 'Hi' }],
    ['another text', { id: recent, text: 'Hi there https://t.co/1' }],
    ['a text of links alone', { id: recent, text: 'https://t.co/1' }],
  ])('does not claim %s', async (_what, other) => {
    x.addAnswers({ [LIST]: renamed(other) });
    expect(await lookUp()).toEqual({ kind: 'absent' });
  });
  it('fails if X refuses the second request too, and does not send a third one', async () => {
    x.addAnswers({ [LIST]: { status: 400, json: { title: 'Invalid Request' } } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
    expect(x.requestsTo(LIST)).toHaveLength(2);
  });
  it('never sends a post again after the response that renamed fields cause', async () => {
    x.addAnswers({ [POST]: { status: 400, json: { title: 'Invalid Request' } } });
    expect(await call()).toMatchObject({ kind: 'refused' });
    expect(x.requestsTo(POST)).toHaveLength(1);
  });
});
it('fails the look-up if a post has no time', async () => {
  x.addAnswers({ [LIST]: listReply(postJson({ created_at: undefined })) });
  expect(await lookUp()).toMatchObject({ kind: 'failed' });
});
it('stops at the first older post, even if the list has another page', async () => {
  const older = postJson({ id: '3', text: 'Else', created_at: '2029-12-24T12:00:00.000Z' });
  const page = { data: [postJson({ text: 'New' }), older], meta: { result_count: 2, next_token: 'n' } };
  x.addAnswers({ [LIST]: { json: page } });
  expect(await lookUp()).toEqual({ kind: 'absent' });
  expect(x.requestsTo(LIST)).toHaveLength(1);
});
it('reads ids that arrive as numbers with all their digits', async () => {
  x.addAnswers({ [POST]: { status: 201, text: '{"data":{"id":1999999999999999999,"text":"Hi"}}' } });
  expect(await call()).toMatchObject({ kind: 'published', remoteId: '1999999999999999999' });
});
it('does not upload a file again although X keeps it for only an hour', async () => {
  x.addAnswers({
    [BEGIN]: { json: { data: { id: 'm1', expires_after_secs: 3600 } } },
    [FINALIZE]: processingReply('pending', { check_after_secs: 60 }),
    [STATUS]: processingReply('pending', { check_after_secs: 60 }),
  });
  expect(await prepare()).toMatchObject({ kind: 'postponed' });
  x.addAnswers({ [STATUS]: processingReply('succeeded') });
  expect(await prepare(post([video]), saved.at(-1))).toMatchObject({ kind: 'prepared' });
  expect(x.requestsTo(BEGIN)).toHaveLength(1);
});
it('uploads a file again if X no longer knows it during processing', async () => {
  x.addAnswers({
    [FINALIZE]: processingReply('pending'),
    [STATUS]: { status: 404, json: { title: 'Not Found' } },
  });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'media-lost', retryable: true });
  x.addAnswers({ [STATUS]: processingReply('succeeded') });
  expect(await prepare(post([video]), saved.at(-1))).toMatchObject({ kind: 'prepared' });
  expect(x.requestsTo(BEGIN)).toHaveLength(2);
});
it('waits at most an hour, even if a response requests more', async () => {
  const endlessWait = processingReply('pending', { check_after_secs: 1e300 });
  x.addAnswers({
    [BEGIN]: { json: { data: { id: 'm1', expires_after_secs: 1e300 } } },
    [FINALIZE]: endlessWait,
    [STATUS]: endlessWait,
  });
  expect(await prepare()).toMatchObject({ kind: 'postponed', until: '2030-01-01T13:00:00.000Z' });
});
it.each([
  ['an older post', postJson({ created_at: '2030-01-01T11:54:59.000Z' })],
  ['a reply', postJson({ referenced_tweets: [{ type: 'replied_to', id: '1' }] })],
  ['another text', postJson({ text: 'Hello' })],
])('does not claim %s', async (_what, other) => {
  x.addAnswers({ [LIST]: listReply(other) });
  expect(await lookUp()).toEqual({ kind: 'absent' });
});
it('does not claim the post of another publication, either in the call or in the look-up', async () => {
  access.claimed.set('1888', false);
  x.addAnswers({ [LIST]: listReply(postJson()), [POST]: { status: 201, json: { data: { id: '1888' } } } });
  expect(await lookUp()).toEqual({ kind: 'absent' });
  expect(await call()).toMatchObject({ kind: 'refused', reason: 'not-there', retryable: true });
});
it('reads an empty list and several pages, and fails if the response is not a list', async () => {
  x.addAnswers({ [LIST]: { json: { meta: { result_count: 0 } } } });
  expect(await lookUp()).toEqual({ kind: 'absent' });
  x.addAnswers({
    [LIST]: ({ query }) => ({
      json: query.has('pagination_token')
        ? { data: [postJson()], meta: { result_count: 1 } }
        : { data: [postJson({ text: 'Else' })], meta: { result_count: 1, next_token: 'n' } },
    }),
  });
  expect(await lookUp()).toMatchObject({ kind: 'published' });
  x.addAnswers({ [LIST]: { json: { errors: [{ title: 'Not Found Error' }] } } });
  expect(await lookUp()).toMatchObject({ kind: 'failed' });
  const headers = { 'x-rate-limit-reset': '1893499500', date: noon.toUTCString() };
  x.addAnswers({ [LIST]: { status: 429, headers } });
  expect(await lookUp()).toMatchObject({ kind: 'failed', until: '2030-01-01T12:05:00.000Z' });
});
it('deletes a post, and counts a post that no longer exists as deleted', async () => {
  const remove = () =>
    connector.deletePost(
      access,
      { remoteId: '1', permalink: null, publishRefs: null },
      AbortSignal.timeout(5_000),
    );
  x.addAnswers({ 'DELETE /2/tweets/1': { json: { data: { deleted: true } } } });
  expect(await remove()).toEqual({ kind: 'deleted' });
  x.addAnswers({ 'DELETE /2/tweets/1': { status: 404, json: { title: 'Not Found Error' } } });
  expect(await remove()).toEqual({ kind: 'deleted' });
  x.addAnswers({ 'DELETE /2/tweets/1': { status: 500 } });
  expect(await remove()).toMatchObject({ kind: 'unknown' });
});

it('requests consent with a challenge, and redeems the code with its verifier', async () => {
  const url = new URL(
    connection.authorizeUrl({ state: 's', challenge: 'c', redirectUri: 'https://p.example/cb' }),
  );
  expect(url.search).toContain('scope=tweet.read%20tweet.write%20');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge: 'c',
    code_challenge_method: 'S256',
  });
  const scope = 'tweet.read tweet.write users.read media.write offline.access';
  x.addAnswers({
    [TOKEN]: { json: { access_token: 'a', refresh_token: 'r', expires_in: 7200, scope } },
    'GET /2/users/me': {
      json: { data: { id: '5', username: 'ana', name: 'Ana', subscription_type: 'PremiumPlus' } },
    },
  });
  const query = new URLSearchParams({ code: 'k' });
  const { accounts } = await connection.redeem({ query, verifier: 'v', redirectUri: 'https://p.example/cb' });
  expect(accounts).toMatchObject([
    {
      remoteId: '5',
      accountName: 'ana',
      displayName: 'Ana',
      limits: { text: { max: 25_000 } },
      credentials: { refreshToken: 'r', expiresAt: '2030-01-01T14:00:00.000Z', userId: '5', username: 'ana' },
    },
  ]);
  expect(Object.fromEntries(new URLSearchParams(x.requestsTo(TOKEN)[0]?.body.toString()))).toEqual({
    grant_type: 'authorization_code',
    code: 'k',
    redirect_uri: 'https://p.example/cb',
    code_verifier: 'v',
  });
});
it.each([
  ['https://pbs.twimg.com/profile_images/1/a_normal.jpg', 'https://pbs.twimg.com/profile_images/1/a.jpg'],
  ['https://abs.twimg.com/sticky/default_profile_images/default_profile_normal.png', undefined],
  [undefined, undefined],
])('for the picture URL %s, returns the full size %s', async (profile_image_url, picture) => {
  const scope = 'tweet.read tweet.write users.read media.write offline.access';
  x.addAnswers({
    [TOKEN]: { json: { access_token: 'a', refresh_token: 'r', expires_in: 7200, scope } },
    'GET /2/users/me': { json: { data: { id: '5', username: 'ana', profile_image_url } } },
  });
  const query = new URLSearchParams({ code: 'k' });
  const { accounts } = await connection.redeem({ query, verifier: 'v', redirectUri: 'https://p.example/cb' });
  expect(accounts[0]?.picture).toBe(picture);
});
it.each([
  ['None', 280],
  ['Basic', 280],
  ['Premium', 25_000],
  [null, 280],
])('lets an account with the subscription %s write %i characters', (subscription, max) => {
  expect(limitsFor(subscription).text.max).toBe(max);
});
