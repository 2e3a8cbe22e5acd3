import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import type { FetchableFile } from '../contract/temporary-media-urls.ts';
import type { MediaItem, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import { ScriptedServer, type ScriptedRequest, type ScriptedReply } from '../testing/scripted-server.ts';
import { INSTAGRAM_LIMITS } from './limits.ts';
import { instagramConnector } from './instagram.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const LIMIT = 'GET /v26.0/17/content_publishing_limit';
const CREATE = 'POST /v26.0/17/media';
const PUBLISH = 'POST /v26.0/17/media_publish';
const LIST = 'GET /v26.0/17/media';
const status = (code: string, extra: object = {}): ScriptedReply => ({
  json: { status_code: code, ...extra },
});
const fault = (code: number, subcode?: number): ScriptedReply => ({
  status: 400,
  json: { error: { code, error_subcode: subcode, message: 'No.' } },
});
const withDate = (json: unknown): ScriptedReply => ({ json, headers: { date: clock.now().toUTCString() } });
const quota = (used: number): ScriptedReply => ({
  json: { data: [{ quota_usage: used, config: { quota_total: 50, quota_duration: 86_400 } }] },
});
const form = ({ body }: ScriptedRequest) => Object.fromEntries(new URLSearchParams(body.toString()));

let server: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof instagramConnector>;
let access: MemoryAccess;
let folder: string;
let picture: MediaItem;
let videoFile: MediaItem;
let files: FetchableFile[];
let saved: PublishRefs[];
let waited: number;

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-instagram-'));
  const path = join(folder, 'picture.png');
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toFile(path);
  picture = mediaAt(path, (await stat(path)).size, { width: 40, height: 40, altText: 'Blue' });
  const video = join(folder, 'film.mp4');
  await writeFile(video, 'a film');
  const shape = { width: 1080, height: 1920, durationSeconds: 8, altText: 'Film' };
  videoFile = mediaAt(video, 6, { kind: 'video', mimeType: 'video/mp4', ...shape });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  [files, saved, waited] = [[], [], 0];
  const keys = { id: 'app', secret: 'secret' };
  const apps = {
    facebook: { keys, apiUrl: 'https://graph.facebook.com', authorizeUrl: '', tokenUrl: '', scopes: [] },
    'instagram-login': { keys, apiUrl: 'https://login.example', authorizeUrl: '', tokenUrl: '', scopes: [] },
    instagramApiUrl: server.url,
    metaGraphVersion: 'v26.0',
  };
  const mediaUrls = {
    create: (_: number, file: FetchableFile) =>
      Promise.resolve(`https://posthorn.example/media/lent/${String(files.push(file))}`),
  };
  const pause = () => Promise.resolve((waited += 1));
  const platform = new PlatformHttp(http, new Breaker());
  connector = inAnotherProcess(() => instagramConnector(platform, clock, apps, mediaUrls, pause));
  access = new MemoryAccess(INSTAGRAM_LIMITS, { accessToken: 'page token', ownerId: '17', scopes: [] });
  let number = 0;
  server.setAnswers({
    [LIMIT]: quota(3),
    [CREATE]: () => ({ json: { id: `c${String(++number)}` } }),
    [PUBLISH]: { json: { id: 'm1' } },
    'GET /v26.0/m1': { json: { permalink: 'https://www.instagram.com/p/abc/' } },
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`GET /v26.0/c${String(index + 1)}`, status('FINISHED')]),
    ),
  });
});

const save = (refs: PublishRefs) => {
  saved.push(refs);
  return Promise.resolve();
};
const pictureOnly = (text = 'Hi') => publicationOf(text, [picture]);
const prepare = (publication = pictureOnly(), refs: PublishRefs | null = null) =>
  connector.prepare(access, publication, refs, save, AbortSignal.timeout(5_000));
const prepareRefs = async (...given: Parameters<typeof prepare>): Promise<PublishRefs> => {
  const outcome = await prepare(...given);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
};
const call = (refs: PublishRefs, publication = pictureOnly()) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const lookUp = (refs: PublishRefs, publication = pictureOnly()) =>
  connector.lookUp(access, publication, refs, noon.toISOString());

describe('containers', () => {
  it('of an image contain the URL of a JPEG, the alternative text and the caption', async () => {
    const refs = await prepareRefs();
    expect(refs).toMatchObject({ container: 'c1', children: [] });
    expect(server.requestsTo(CREATE).map(form)).toMatchObject([
      { image_url: 'https://posthorn.example/media/lent/1', alt_text: 'Blue', caption: 'Hi' },
    ]);
    expect(files).toMatchObject([{ type: 'image/jpeg' }]);
    expect(await call(refs)).toEqual({
      kind: 'published',
      remoteId: 'm1',
      permalink: 'https://www.instagram.com/p/abc/',
    });
    expect(server.requestsTo(PUBLISH).map(form)).toMatchObject([{ creation_id: 'c1' }]);
  });
  it('of a single video are Reels, and contain no alternative text', async () => {
    await prepareRefs(publicationOf('Hi', [videoFile]));
    const [reel = {}] = server.requestsTo(CREATE).map(form);
    expect(reel).toMatchObject({ media_type: 'REELS', video_url: expect.stringContaining('/lent/1') });
    expect(reel['alt_text']).toBeUndefined();
  });
  it('of a Reel contain the time of the chosen cover', async () => {
    const cover = { options: { coverAt: 1_500 } };
    await prepareRefs({ ...publicationOf('Hi', [videoFile]), ...cover });
    await prepareRefs(publicationOf('Ho', [videoFile]));
    await prepareRefs({ ...publicationOf('He', [videoFile, picture]), options: {} });
    const covers = server.requestsTo(CREATE).map((request) => form(request)['thumb_offset']);
    expect(covers).toEqual(['1500', undefined, undefined, undefined, undefined]);
  });
  it('of several files are created and saved one by one, and combined when they are ready', async () => {
    const refs = await prepareRefs(publicationOf('Hi', [picture, videoFile]));
    expect(refs).toMatchObject({ children: ['c1', 'c2'], container: 'c3' });
    const [image = {}, video = {}, carousel] = server.requestsTo(CREATE).map(form);
    expect(image).toMatchObject({ is_carousel_item: 'true', alt_text: 'Blue' });
    expect(video).toMatchObject({ is_carousel_item: 'true', media_type: 'VIDEO' });
    expect([image['caption'], video['caption']]).toEqual([undefined, undefined]);
    expect(carousel).toMatchObject({ media_type: 'CAROUSEL', children: 'c1,c2', caption: 'Hi' });
    expect(saved.map(({ children, container }) => [children, container])).toEqual([
      [['c1'], undefined],
      [['c1', 'c2'], undefined],
      [['c1', 'c2'], 'c3'],
    ]);
  });
  it('are polled; if processing takes long, the next attempt continues', async () => {
    server.addAnswers({ 'GET /v26.0/c1': status('IN_PROGRESS') });
    expect(await prepare()).toMatchObject({
      kind: 'postponed',
      reason: 'processing',
      until: '2030-01-01T12:00:30.000Z',
    });
    expect(waited).toBe(5);
    server.addAnswers({ 'GET /v26.0/c1': status('FINISHED') });
    expect(await prepareRefs(pictureOnly(), saved.at(-1))).toMatchObject({ container: 'c1' });
    expect(server.requestsTo(CREATE)).toHaveLength(1);
  });
  it('are polled only once if the rate limit is nearly used up', async () => {
    const headers = { 'x-app-usage': JSON.stringify({ call_count: 90 }) };
    server.addAnswers({ 'GET /v26.0/c1': { ...status('IN_PROGRESS'), headers } });
    expect(await prepare()).toMatchObject({ reason: 'processing' });
    expect(server.requestsTo('GET /v26.0/c1')).toHaveLength(1);
  });
  it.each([
    ['Error: Media upload has failed with error code 2207026', 'media-rejected', false],
    ['2207003', 'media-unreachable', true],
    ['2207001', 'server', true],
    ['Error', 'media-rejected', false],
  ])('with the status %j lead to the refusal %s (retryable: %s)', async (words, reason, retryable) => {
    server.addAnswers({ 'GET /v26.0/c1': status('ERROR', { status: words }) });
    expect(await prepare()).toMatchObject({ kind: 'refused', reason, retryable });
  });
  it.each([
    ['failed', status('ERROR')],
    ['expired', status('EXPIRED')],
    ['are unknown', fault(100, 33)],
    ['are reported as expired', fault(-2, 2207020)],
    ['are not found', fault(24, 2207008)],
  ])('that %s are created again', async (_name, response) => {
    const refs = await prepareRefs();
    server.addAnswers({ 'GET /v26.0/c1': response });
    expect(await prepareRefs(pictureOnly(), refs)).toMatchObject({ container: 'c2' });
  });
  it('are created again after 23 hours, and if the post has changed', async () => {
    const refs = await prepareRefs();
    clock.advance(23.5 * 3_600_000);
    expect(await prepareRefs(pictureOnly(), refs)).toMatchObject({ container: 'c2' });
    expect(await prepareRefs(pictureOnly('Ho'), refs)).toMatchObject({ container: 'c3' });
  });
  it('that are published are never replaced', async () => {
    const refs = await prepareRefs();
    server.addAnswers({ 'GET /v26.0/c1': status('PUBLISHED'), [PUBLISH]: fault(100) });
    clock.advance(25 * 3_600_000);
    expect(await prepareRefs(pictureOnly(), refs)).toMatchObject({ container: 'c1' });
    expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'duplicate' });
    expect(server.requestsTo(CREATE)).toHaveLength(1);
  });
});

describe('the quota', () => {
  it('is read again after a temporary failure', async () => {
    const answers: ScriptedReply[] = [{ status: 500 }, quota(0)];
    server.addAnswers({ [LIMIT]: () => answers.shift() ?? {} });
    expect(await prepareRefs()).toMatchObject({ container: 'c1' });
  });
  it('is read before a container is created', async () => {
    server.addAnswers({ [LIMIT]: quota(50) });
    expect(await prepare()).toMatchObject({
      kind: 'postponed',
      reason: 'rate-limit',
      variant: 'quota-used-up',
      values: { platform: 'Instagram', total: 50 },
      scope: 'account',
      // Replies are not part of this quota.
      onlyThisKind: true,
      until: '2030-01-01T13:00:00.000Z',
    });
    expect(server.calls()).toEqual([LIMIT]);
  });
  it('is a limit of the account, and a warning when it is used up', async () => {
    server.addAnswers({ 'GET /v26.0/debug_token': { json: { data: { is_valid: true } } } });
    expect(await connector.readLimits(access)).toMatchObject({ postsPerDay: 50, confirmed: '2030-01-01' });
    expect(await connector.readiness(access, noon.toISOString())).toEqual([]);
    server.addAnswers({ [LIMIT]: quota(51) });
    expect(await connector.readiness(access, noon.toISOString())).toMatchObject([
      { code: 'integrations.quota-used-up', values: { platform: 'Instagram', total: 50 } },
    ]);
  });
});

describe('looking for a post', () => {
  const medium = (id: string, seconds: number, caption?: string) => ({
    id,
    caption,
    timestamp: new Date(noon.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000'),
    permalink: `https://www.instagram.com/p/${id}/`,
  });
  const setList = (...media: object[]) => {
    server.addAnswers({ [LIST]: withDate({ data: media }) });
  };
  const setContainer = (response: ScriptedReply) => {
    server.addAnswers({ 'GET /v26.0/c1': response });
  };

  it('finds the post by its caption after the container is published', async () => {
    const refs = await prepareRefs();
    setContainer(status('PUBLISHED'));
    setList(medium('m3', 40, 'Other'), medium('m2', 5, 'Hi'), medium('m1', -400, 'Hi'));
    expect(await lookUp(refs)).toEqual({
      kind: 'published',
      remoteId: 'm2',
      permalink: 'https://www.instagram.com/p/m2/',
    });
    access.claimed.set('m2', false);
    expect(await lookUp(refs)).toEqual({ kind: 'pending' });
  });
  it.each([
    ['with the time of a slow clock', ['m2', -200, 'Hi']],
    ['with another caption, as the only candidate', ['m2', 5, 'Hi, otherwise']],
  ] as const)('finds a post %s, after the container is published', async (_what, [id, seconds, caption]) => {
    const refs = await prepareRefs();
    setContainer(status('PUBLISHED'));
    setList(medium(id, seconds, caption));
    expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: 'm2' });
    setList(medium('m3', 6, 'Other'), medium('m4', 5, 'Others'));
    expect(await lookUp(refs)).toEqual({ kind: 'pending' });
  });
  it('finds a post that spam protection reported as stopped, or refuses the post if it is missing', async () => {
    const before = await prepareRefs();
    server.addAnswers({ [PUBLISH]: fault(4, 2207051) });
    setList();
    const outcome = await call(before);
    expect(outcome).toMatchObject({ kind: 'unknown' });
    const refs = storedAfter(before, outcome);
    expect(await lookUp(refs)).toMatchObject({ kind: 'pending' });
    clock.advance(60_000);
    const stopped = { kind: 'refused', reason: 'rejected', retryable: false };
    expect(await lookUp(refs)).toMatchObject(stopped);
    // If a person requests another attempt, it uses the same stopped container.
    expect(await lookUp(await prepareRefs(pictureOnly(), refs))).toMatchObject(stopped);
    setList(medium('m2', 5, 'Hi'));
    expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: 'm2' });
  });
  it('reads the next page if a list begins with its oldest posts', async () => {
    const refs = await prepareRefs();
    const older = [medium('m1', -9000, 'Hi'), medium('m2', -8000, 'Hi')];
    const pages = [
      withDate({ data: older, paging: { cursors: { after: 'x' } } }),
      withDate({ data: [medium('m3', 5, 'Hi')] }),
    ];
    server.addAnswers({ [LIST]: () => pages.shift() ?? withDate({ data: [] }) });
    expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: 'm3' });
  });
  it('finds the post even before the container reports it as published', async () => {
    const refs = await prepareRefs();
    setList(medium('m2', 5, 'Hi'));
    expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: 'm2' });
  });
  it('reports a post as absent only after its container has stayed unpublished for a minute', async () => {
    const refs = await prepareRefs();
    setList();
    expect(await lookUp(refs)).toEqual({ kind: 'pending', until: '2030-01-01T12:01:00.000Z' });
    clock.advance(60_000);
    expect(await lookUp(refs)).toEqual({ kind: 'absent' });
    // The next attempt publishes the same container.
    expect(await prepareRefs(pictureOnly(), refs)).toMatchObject({ container: 'c1' });
  });
  it('claims a picture without a caption only if the container is published', async () => {
    const bare = publicationOf('', [picture]);
    const refs = await prepareRefs(bare);
    clock.advance(61_000);
    setList(medium('m2', 5));
    expect(await lookUp(refs, bare)).toEqual({ kind: 'absent' });
    setContainer(status('PUBLISHED'));
    expect(await lookUp(refs, bare)).toMatchObject({ kind: 'published', remoteId: 'm2' });
  });
  it('lets a person look if the container of a picture without a caption is unknown, and such a picture is listed', async () => {
    const bare = publicationOf('', [picture]);
    const refs = await prepareRefs(bare);
    const claims = jest.spyOn(access, 'claim');
    setContainer(fault(100, 33));
    setList(medium('m2', 5));
    expect(await lookUp(refs, bare)).toEqual({ kind: 'cannot-tell' });
    expect(claims).not.toHaveBeenCalled();
    setList(medium('m3', 5, 'Other'), medium('m2', -400));
    expect(await lookUp(refs, bare)).toEqual({ kind: 'absent' });
  });
  it.each([
    ['EXPIRED', status('EXPIRED')],
    ['unknown', fault(100, 33)],
  ])('uses only the list if the container is %s', async (_name, response) => {
    const refs = await prepareRefs();
    setContainer(response);
    setList();
    expect(await lookUp(refs)).toEqual({ kind: 'absent' });
  });
  it('fails after an error in the container or the list', async () => {
    const refs = await prepareRefs();
    setContainer(fault(80002));
    expect(await lookUp(refs)).toMatchObject({ kind: 'failed', until: expect.any(String) });
    setContainer(status('PUBLISHED'));
    server.addAnswers({ [LIST]: { json: {} } });
    expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
  });
});

it('reports videos that are wider than Instagram allows', () => {
  const wide = { ...videoFile, width: 2160 };
  expect(connector.precheck(publicationOf('Hi', [videoFile]))).toEqual([]);
  expect(connector.precheck(publicationOf('Hi', [wide]))).toMatchObject([
    { code: 'integrations.video-too-wide' },
  ]);
});

describe('deleting', () => {
  const post = { remoteId: 'm1', permalink: null, publishRefs: null };
  const deleted = () => connector.deletePost(access, post, AbortSignal.timeout(5_000));
  it.each([
    [{ json: { success: true } }, { kind: 'deleted' }],
    [{ json: { success: false } }, { kind: 'refused', reason: 'rejected' }],
    [fault(10), { kind: 'refused', reason: 'permission-missing', retryable: false }],
    [fault(200), { kind: 'refused', reason: 'permission-missing', retryable: false }],
    [fault(190), { kind: 'refused', reason: 'reconnect' }],
    [fault(-1, 2207085), { kind: 'unknown' }],
  ])('has the expected outcome for the response %j', async (response, expected) => {
    server.addAnswers({ 'DELETE /v26.0/m1': response });
    expect(await deleted()).toMatchObject(expected);
  });
  it('is refused with the reason page-missing for an account without a Page', async () => {
    access.current = { ...access.current, route: 'login' };
    const refusal = { kind: 'refused', reason: 'page-missing', words: null, retryable: false };
    expect(await deleted()).toEqual(refusal);
  });
  it.each([fault(100, 33), fault(24, 2207006)])("checks the account's list after %j", async (response) => {
    server.addAnswers({ 'DELETE /v26.0/m1': response, [LIST]: { json: { data: [{ id: 'm2' }] } } });
    expect(await deleted()).toEqual({ kind: 'deleted' });
    server.addAnswers({ [LIST]: { json: { data: [{ id: 'm1' }, { id: 'm2' }] } } });
    expect(await deleted()).toMatchObject({ kind: 'unknown', cause: 'still-there' });
    server.addAnswers({ [LIST]: fault(2) });
    expect(await deleted()).toMatchObject({ kind: 'unknown', cause: 'server-error' });
  });
});
