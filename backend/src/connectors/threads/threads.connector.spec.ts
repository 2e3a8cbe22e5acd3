import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { FetchableFile } from '../contract/temporary-media-urls.ts';
import type { PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import { ScriptedServer, type ScriptedAnswer, type ScriptedReply } from '../testing/scripted-server.ts';
import { THREADS } from './limits.ts';
import { threadsConnector } from './threads.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const QUOTA = 'GET /v1.0/42/threads_publishing_limit';
const CREATE = 'POST /v1.0/42/threads';
const PUBLISH = 'POST /v1.0/42/threads_publish';
const LIST = 'GET /v1.0/me/threads';
const RENEW = 'GET /refresh_access_token';

const saved: PublishRefs[] = [];
const temporaryFiles: FetchableFile[] = [];
let pauses = 0;
let graph: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof threadsConnector>;
let access: MemoryAccess;
let folder: string;
let path: string;
let containersCreated = 0;

const fault = (code: number, extra: object = {}): ScriptedReply => ({
  status: 400,
  json: { error: { message: 'No', type: 'OAuthException', code, ...extra } },
});
const quota = (used: number): ScriptedReply => ({
  json: { data: [{ quota_usage: used, config: { quota_total: 250, quota_duration: 86400 } }] },
});
const state = (status: string, words?: string): ScriptedReply => ({
  json: { id: 'c', status, error_message: words },
});
const newConnector = () =>
  threadsConnector(
    new PlatformHttp(http, new Breaker()),
    clock,
    testConfiguration({ THREADS_GRAPH_URL: graph.url }),
    {
      create: (_, file) =>
        Promise.resolve(`https://posthorn.example/media/lent/${String(temporaryFiles.push(file))}`),
    },
    () => Promise.resolve(++pauses),
  );

beforeAll(async () => {
  graph = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: graph.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-threads-'));
  path = join(folder, 'file.png');
  await writeFile(path, 'the content is never read');
});
afterAll(async () => {
  await Promise.all([graph.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved.length = 0;
  temporaryFiles.length = 0;
  containersCreated = 0;
  pauses = 0;
  connector = inAnotherProcess(newConnector);
  access = new MemoryAccess(THREADS.limits, {
    accessToken: 't1',
    refreshToken: null,
    expiresAt: '2030-02-20T12:00:00.000Z',
    issuedAt: '2029-12-22T12:00:00.000Z',
    userId: '42',
  });
  graph.setAnswers({
    [QUOTA]: quota(0),
    [CREATE]: () => ({ json: { id: `c${String(++containersCreated)}` } }),
    ...containers('FINISHED', 'c1', 'c2', 'c3', 'c4'),
    [PUBLISH]: { json: { id: 'p1' } },
    'GET /v1.0/p1': { json: { id: 'p1', permalink: 'https://www.threads.net/@ana/post/p1' } },
  });
});

function containers(status: string, ...ids: string[]): Record<string, ScriptedAnswer> {
  return Object.fromEntries(ids.map((id) => [`GET /v1.0/${id}`, state(status)]));
}
const picture = (name: string) => mediaAt(path, 34, { altText: name });
const video = () => mediaAt(path, 34, { kind: 'video', mimeType: 'video/mp4', durationSeconds: 8 });
const textPost = publicationOf('Hi');
const prepare = (publication = textPost, refs: PublishRefs | null = null) =>
  connector.prepare(
    access,
    publication,
    refs,
    (each) => {
      saved.push(each);
      return Promise.resolve();
    },
    AbortSignal.timeout(5_000),
  );
async function prepareRefs(publication = textPost, refs: PublishRefs | null = null): Promise<PublishRefs> {
  const outcome = await prepare(publication, refs);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
}
const call = (refs: PublishRefs, publication = textPost) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const lookUp = (refs: PublishRefs, attemptStartedAt = noon) =>
  connector.lookUp(access, textPost, refs, attemptStartedAt.toISOString());
const form = (request: { body: Buffer } | undefined) =>
  Object.fromEntries(new URLSearchParams(request?.body.toString()));
const listReply = (...posts: object[]): ScriptedReply => ({
  json: { data: posts, paging: { cursors: { after: 'x' } } },
});
const post = (id: string, extra: object = {}) => ({
  id,
  text: 'Hi',
  media_type: 'TEXT_POST',
  timestamp: '2030-01-01T12:00:05+0000',
  permalink: `https://www.threads.net/@ana/post/${id}`,
  ...extra,
});

it('creates a container, waits until it is processed, and publishes it', async () => {
  const states = ['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED'];
  graph.addAnswers({ 'GET /v1.0/c1': () => state(states.shift() ?? 'FINISHED') });
  const refs = await prepareRefs();
  expect(form(graph.requestsTo(CREATE)[0])).toEqual({ media_type: 'TEXT', text: 'Hi', access_token: 't1' });
  expect([pauses, saved.map(({ container }) => container)]).toEqual([2, ['c1']]);
  expect(await call(refs)).toEqual({
    kind: 'published',
    remoteId: 'p1',
    permalink: 'https://www.threads.net/@ana/post/p1',
  });
  expect(form(graph.requestsTo(PUBLISH)[0])).toEqual({ creation_id: 'c1', access_token: 't1' });
});
it('accepts an API URL that already contains a version', async () => {
  const configuration = testConfiguration({ THREADS_GRAPH_URL: `${graph.url}/v1.0` });
  const media = { create: () => Promise.resolve('') };
  connector = threadsConnector(new PlatformHttp(http, new Breaker()), clock, configuration, media);
  graph.addAnswers({ [RENEW]: { json: { access_token: 't2', expires_in: 5_184_000 } } });
  expect(await prepareRefs()).toMatchObject({ container: 'c1' });
  expect(await connector.refresh(access.current)).toMatchObject({ accessToken: 't2' });
});
it('reports a post as published even if its URL cannot be read', async () => {
  graph.addAnswers({ 'GET /v1.0/p1': 'drop' });
  expect(await call(await prepareRefs())).toEqual({ kind: 'published', remoteId: 'p1', permalink: null });
});
it('reports videos that are wider than Threads allows', () => {
  const videoFile = (width: number) => ({ ...textPost, media: [{ ...video(), width }] });
  expect(connector.precheck(videoFile(1920))).toEqual([]);
  expect(connector.precheck(videoFile(2160))).toMatchObject([{ code: 'integrations.video-too-wide' }]);
});
it('sends the URL of the file, the alternative text and the text of the post', async () => {
  await prepareRefs({ ...textPost, media: [picture('A dot')] });
  expect(form(graph.requestsTo(CREATE)[0])).toEqual({
    media_type: 'IMAGE',
    image_url: 'https://posthorn.example/media/lent/1',
    alt_text: 'A dot',
    text: 'Hi',
    access_token: 't1',
  });
  expect(temporaryFiles).toMatchObject([{ body: { path, bytes: 34 }, type: 'image/png' }]);
});
it('creates one container for each file of a carousel, even after a crash at any step', async () => {
  const publication = { ...textPost, media: [picture('one'), video(), picture('three')] };
  const refs = await prepareRefs(publication);
  expect(refs).toMatchObject({ children: ['c1', 'c2', 'c3'], container: 'c4' });
  expect(form(graph.requestsTo(CREATE)[1])).toMatchObject({ media_type: 'VIDEO', is_carousel_item: 'true' });
  expect(form(graph.requestsTo(CREATE)[3])).toEqual({
    media_type: 'CAROUSEL',
    children: 'c1,c2,c3',
    text: 'Hi',
    access_token: 't1',
  });
  for (const [index, kept] of saved.slice().entries()) {
    graph.requests.length = 0;
    containersCreated = index + 1;
    expect(await prepareRefs(publication, kept)).toMatchObject({
      children: ['c1', 'c2', 'c3'],
      container: 'c4',
    });
    expect(graph.requestsTo(CREATE)).toHaveLength(3 - index);
  }
});
it('waits for the containers of all files before it creates the carousel', async () => {
  graph.addAnswers(containers('IN_PROGRESS', 'c2'));
  const outcome = await prepare({ ...textPost, media: [picture('one'), picture('two')] });
  expect(outcome).toMatchObject({
    kind: 'postponed',
    reason: 'processing',
    until: '2030-01-01T12:00:30.000Z',
  });
  expect(graph.requestsTo(CREATE)).toHaveLength(2);
});

it.each([
  ['INVALID_ASPEC_RATIO', 'media-rejected', false],
  ['FAILED_PROCESSING_VIDEO', 'media-rejected', false],
  ['FAILED_DOWNLOADING_VIDEO', 'media-unreachable', true],
  ['UNKNOWN', 'media-unreachable', true],
])(
  'refuses a post after %s with the reason %s (retryable: %s); the next attempt creates a new container',
  async (words, reason, retryable) => {
    graph.addAnswers({ 'GET /v1.0/c1': state('ERROR', words) });
    const publication = { ...textPost, media: [video()] };
    expect(await prepare(publication)).toEqual({ kind: 'refused', reason, words, retryable });
    expect(saved.at(-1)).toMatchObject({ container: null, children: [] });
    expect(await prepareRefs(publication, saved.at(-1))).toMatchObject({ container: 'c2' });
  },
);
it.each([state('EXPIRED'), fault(100, { error_subcode: 33 }), state('ERROR', 'UNKNOWN')])(
  'creates a new container if Threads returns %j for the earlier one',
  async (response) => {
    const refs = await prepareRefs();
    graph.addAnswers({ 'GET /v1.0/c1': response });
    expect(await prepareRefs(textPost, refs)).toMatchObject({ container: 'c2' });
  },
);
it('creates another container if Threads cannot find a finished one', async () => {
  const refs = await prepareRefs();
  graph.addAnswers({ [PUBLISH]: fault(24, { error_subcode: 4279009 }) });
  const outcome = await call(refs);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'container-missing', retryable: true });
  expect(await prepareRefs(textPost, storedAfter(refs, outcome))).toMatchObject({ container: 'c2' });
});
it.each([state('PUBLISHED'), fault(100, { message: 'Tried accessing nonexisting field (status)' })])(
  'never publishes a published container again (%j)',
  async (response) => {
    const before = await prepareRefs();
    graph.addAnswers({ 'GET /v1.0/c1': response });
    clock.advance(120_000);
    const refs = await prepareRefs(textPost, before);
    expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'duplicate' });
    expect([graph.requestsTo(CREATE), graph.requestsTo(PUBLISH)].map(({ length }) => length)).toEqual([1, 0]);
    // The post is older than this attempt, but not older than its container.
    graph.addAnswers({ [LIST]: listReply(post('p7')) });
    expect(await lookUp(refs, clock.now())).toMatchObject({ kind: 'published', remoteId: 'p7' });
  },
);
it('reads the quota first, and postpones the post if the quota is used up', async () => {
  graph.addAnswers({ [QUOTA]: quota(250) });
  expect(await prepare()).toMatchObject({
    kind: 'postponed',
    reason: 'rate-limit',
    variant: 'quota',
    values: { platform: 'Threads' },
    // Replies have a separate quota.
    onlyThisKind: true,
    until: '2030-01-01T13:00:00.000Z',
  });
  expect(graph.calls()).toEqual([QUOTA]);
  expect(await connector.readiness(access)).toMatchObject([
    { code: 'quota', values: { platform: 'Threads' } },
  ]);
  graph.addAnswers({ [QUOTA]: quota(249) });
  expect(await connector.readiness(access)).toEqual([]);
});

it('finds the post of a published container, and no other post', async () => {
  const refs = await prepareRefs();
  const others = [post('p3', { text: 'Ho' }), post('p4', { media_type: 'IMAGE' })];
  const old = post('p2', { timestamp: '2030-01-01T11:00:00+0000' });
  graph.addAnswers({ 'GET /v1.0/c1': state('PUBLISHED'), [LIST]: listReply(...others, post('p1'), old) });
  expect(await lookUp(refs)).toEqual({
    kind: 'published',
    remoteId: 'p1',
    permalink: 'https://www.threads.net/@ana/post/p1',
  });
  expect(graph.requestsTo(LIST)[0]?.query.get('since')).toBe(String(noon.getTime() / 1000 - 300));
  access.claimed.set('p1', false);
  expect(await lookUp(refs)).toEqual({ kind: 'pending' });
});
it('searches all pages of posts', async () => {
  const pages = [
    { json: { data: [post('p9', { text: 'Ho' })], paging: { cursors: { after: 'p9' } } } },
    listReply(post('p1')),
    listReply(),
  ];
  const refs = await prepareRefs();
  graph.addAnswers({ [LIST]: () => pages.shift() ?? fault(1) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: 'p1' });
  expect(graph.requestsTo(LIST)[1]?.query.get('after')).toBe('p9');
});
it.each([
  [state('FINISHED'), listReply(), { kind: 'absent' }],
  [state('EXPIRED'), listReply(), { kind: 'absent' }],
  [state('PUBLISHED'), listReply(), { kind: 'pending' }],
  [
    state('ERROR', 'INVALID_DURATION'),
    listReply(),
    { kind: 'refused', words: 'INVALID_DURATION', retryable: false },
  ],
  [state('FINISHED'), fault(1), { kind: 'failed' }],
  [state('FINISHED'), { json: { data: 'nonsense' } }, { kind: 'failed' }],
  [fault(2), listReply(), { kind: 'failed' }],
  [fault(4), listReply(), { kind: 'failed', until: '2030-01-01T12:15:00.000Z' }],
] as const)(
  'for the container %j and the list %j, has the look-up outcome %j',
  async (container, list, outcome) => {
    const refs = await prepareRefs();
    graph.addAnswers({ 'GET /v1.0/c1': container, [LIST]: list });
    expect(await lookUp(refs)).toMatchObject(outcome);
  },
);
it.each([
  ['with the short name of its media type', { media_type: 'TEXT' }],
  ['without a media type', { media_type: undefined }],
  ['with an id that is a number', { id: 18000000000000001 }],
  ['with other white space', { text: ' Hi\u00a0' }],
  ['with the time of a slow clock', { timestamp: '2030-01-01T11:56:00Z' }],
  ['with another text, if its container is published', { text: 'Hi, shown otherwise' }],
])('finds a post %s', async (_what, shown) => {
  const refs = await prepareRefs();
  graph.addAnswers({ 'GET /v1.0/c1': state('PUBLISHED'), [LIST]: listReply(post('p1', shown)) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published' });
});
it('claims a post with another text only if its container is published and no other post exists', async () => {
  const refs = await prepareRefs();
  const others = [post('p1', { text: 'Ho' }), post('p2', { text: 'Hu' })];
  graph.addAnswers({ 'GET /v1.0/c1': state('FINISHED'), [LIST]: listReply(post('p1', { text: 'Ho' })) });
  expect(await lookUp(refs)).toEqual({ kind: 'absent' });
  graph.addAnswers({ 'GET /v1.0/c1': state('PUBLISHED'), [LIST]: listReply(...others) });
  expect(await lookUp(refs)).toEqual({ kind: 'pending' });
});
it('claims a picture without a text only if its container is published', async () => {
  const pictureOnly = { ...publicationOf(''), media: [picture('one')] };
  const refs = await prepareRefs(pictureOnly);
  const find = () => connector.lookUp(access, pictureOnly, refs, noon.toISOString());
  const shown = listReply(post('p1', { text: undefined, media_type: 'IMAGE' }));
  graph.addAnswers({ 'GET /v1.0/c1': state('FINISHED'), [LIST]: shown });
  expect(await find()).toEqual({ kind: 'absent' });
  graph.addAnswers({ 'GET /v1.0/c1': state('PUBLISHED') });
  expect(await find()).toMatchObject({ kind: 'published', remoteId: 'p1' });
  // Threads does not know the container, so the picture may be ours.
  graph.addAnswers({ 'GET /v1.0/c1': fault(100, { error_subcode: 33 }) });
  expect(await find()).toEqual({ kind: 'cannot-tell' });
  graph.addAnswers({ [LIST]: listReply(post('p1')) });
  expect(await find()).toEqual({ kind: 'absent' });
});
it('looks up a post that spam protection has stopped, and does not send it again', async () => {
  const before = await prepareRefs();
  graph.addAnswers({ [PUBLISH]: fault(4, { error_subcode: 2207051 }), [LIST]: listReply() });
  const outcome = await call(before);
  expect(outcome).toMatchObject({ kind: 'unknown' });
  const refs = storedAfter(before, outcome);
  expect(await lookUp(refs)).toEqual({ kind: 'pending', until: '2030-01-01T12:01:00.000Z' });
  clock.advance(60_000);
  const stopped = { kind: 'refused', reason: 'rejected', words: 'No', retryable: false };
  expect(await lookUp(refs)).toMatchObject(stopped);
  // If a person requests another attempt, it uses the same stopped container.
  expect(await lookUp(await prepareRefs(textPost, refs))).toMatchObject(stopped);
  graph.addAnswers({ 'GET /v1.0/c1': state('PUBLISHED'), [LIST]: listReply(post('p1')) });
  expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: 'p1' });
});
it('reads the quota again after temporary failures', async () => {
  const answers: ScriptedAnswer[] = [{ status: 500 }, 'drop', quota(0)];
  graph.addAnswers({ [QUOTA]: () => answers.shift() as ScriptedReply });
  expect(await prepareRefs()).toMatchObject({ container: 'c1' });
});
it('reports a post as absent if no container was created', async () => {
  expect(await lookUp({ contentHash: 'of something else' })).toEqual({ kind: 'absent' });
  expect(graph.calls()).toEqual([]);
});

it('renews a token for sixty days', async () => {
  graph.addAnswers({
    [RENEW]: { json: { access_token: 't2', token_type: 'bearer', expires_in: 5_184_000 } },
  });
  const fresh = await connector.refresh(access.current);
  expect(fresh).toMatchObject({
    accessToken: 't2',
    expiresAt: '2030-03-02T12:00:00.000Z',
    issuedAt: noon.toISOString(),
    userId: '42',
  });
  const { query } = graph.requestsTo(RENEW)[0] ?? {};
  expect(query?.toString()).toBe('grant_type=th_refresh_token&access_token=t1');
});
it('keeps a token that is younger than a day, unless Threads refuses it', async () => {
  const young = { ...access.current, issuedAt: '2030-01-01T00:00:00.000Z' };
  graph.addAnswers({ 'GET /v1.0/me': { json: { id: '42' } } });
  expect(await connector.refresh(young)).toEqual(young);
  graph.addAnswers({ 'GET /v1.0/me': fault(190) });
  await expect(connector.refresh(young)).rejects.toMatchObject({ name: 'ReconnectNeeded' });
  expect(graph.requestsTo(RENEW)).toEqual([]);
});
it.each([
  [fault(190, { error_subcode: 463 }), 'ReconnectNeeded'],
  [
    { status: 400, json: { error_type: 'OAuthException', code: 190, error_message: 'Over' } },
    'ReconnectNeeded',
  ],
  [{ status: 401, json: { error: { message: 'No' } } }, 'ReconnectNeeded'],
  [fault(1), 'RenewalFailed'],
  [fault(4), 'RenewalFailed'],
  [{ status: 502, text: '<html>' }, 'RenewalFailed'],
  ['drop', 'OutgoingError'],
] as const)('for the response %j to a renewal, throws %s', async (response, name) => {
  graph.addAnswers({ [RENEW]: response });
  await expect(connector.refresh(access.current)).rejects.toMatchObject({ name });
});
it('needs a new login when the token and its renewal are refused', async () => {
  const refs = await prepareRefs();
  graph.addAnswers({ [PUBLISH]: fault(190), [RENEW]: fault(190) });
  expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'reconnect' });
});
it('uses a token that another process has renewed', async () => {
  const refs = await prepareRefs();
  const stale = access.current;
  access.credentials = () => Promise.resolve(stale);
  access.current = { ...stale, accessToken: 't2' };
  graph.addAnswers({
    [PUBLISH]: ({ body }) => (body.toString().includes('=t2') ? { json: { id: 'p1' } } : fault(190)),
  });
  expect(await call(refs)).toMatchObject({ kind: 'published' });
});

describe('deleting', () => {
  const remote = { remoteId: 'p1', permalink: null, publishRefs: null };
  const deleted = () => connector.deletePost(access, remote, AbortSignal.timeout(5_000));
  it.each([
    [{ json: { success: true } }, { kind: 'deleted' }],
    [{ json: { success: false } }, { kind: 'refused', reason: 'rejected' }],
    [fault(10), { kind: 'refused', reason: 'permission-missing', retryable: false }],
    [fault(299), { kind: 'refused', reason: 'permission-missing', retryable: false }],
    [
      { status: 401, json: { error: { message: 'No', code: 10 } } },
      { kind: 'refused', reason: 'permission-missing', retryable: false },
    ],
    [{ status: 500 }, { kind: 'unknown' }],
  ] as const)('for the response %j, has the outcome %j', async (response, outcome) => {
    graph.addAnswers({ 'DELETE /v1.0/p1': response });
    expect(await deleted()).toMatchObject(outcome);
  });
  it('needs a new login when the token is refused and cannot be renewed', async () => {
    graph.addAnswers({ 'DELETE /v1.0/p1': fault(190), [RENEW]: fault(190) });
    expect(await deleted()).toMatchObject({ kind: 'refused', reason: 'reconnect' });
  });
  it.each([fault(100, { error_subcode: 33 }), fault(24, { error_subcode: 4279009 })])(
    "checks the profile's list after %j",
    async (response) => {
      graph.addAnswers({ 'DELETE /v1.0/p1': response, [LIST]: { json: { data: [{ id: 'p2' }] } } });
      expect(await deleted()).toEqual({ kind: 'deleted' });
      graph.addAnswers({ [LIST]: { json: { data: [{ id: 'p1' }] } } });
      expect(await deleted()).toMatchObject({ kind: 'unknown', cause: 'still-there' });
      graph.addAnswers({ [LIST]: { status: 500 } });
      expect(await deleted()).toMatchObject({ kind: 'unknown', cause: 'server-error' });
    },
  );
});
