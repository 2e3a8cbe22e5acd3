import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import type { MediaItem, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { ScriptedServer, type ScriptedRequest, type ScriptedReply } from '../testing/scripted-server.ts';
import { FACEBOOK_LIMITS } from './limits.ts';
import { facebookConnector } from './facebook.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const FEED = 'POST /v26.0/12/feed';
const PHOTOS = 'POST /v26.0/12/photos';
const VIDEOS = 'POST /v26.0/12/videos';
const REELS = 'POST /v26.0/12/video_reels';
const RUPLOAD = 'POST /video-upload/77';
const STATUS = 'GET /v26.0/77';
const POSTS = 'GET /v26.0/12/published_posts';
const DEBUG = 'GET /v26.0/debug_token';
const VIDEO_BYTES = 1_000;

const fault = (code: number, extra: object = {}): ScriptedReply => ({
  status: 400,
  json: { error: { code, message: 'No.', ...extra } },
});
const withDate = (json: unknown): ScriptedReply => ({ json, headers: { date: noon.toUTCString() } });
const timeAt = (seconds: number) =>
  new Date(noon.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000');
const form = ({ body }: ScriptedRequest) => Object.fromEntries(new URLSearchParams(body.toString()));

let server: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof facebookConnector>;
let access: MemoryAccess;
let folder: string;
let picture: MediaItem;
let videoFile: MediaItem;
let saved: PublishRefs[];

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-facebook-'));
  const path = join(folder, 'picture.png');
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .png()
    .toFile(path);
  picture = mediaAt(path, (await stat(path)).size, { width: 40, height: 30, altText: 'Blue' });
  const video = join(folder, 'film.mp4');
  await writeFile(video, Buffer.from(Array.from({ length: VIDEO_BYTES }, (_, index) => index % 251)));
  videoFile = mediaAt(video, VIDEO_BYTES, { kind: 'video', mimeType: 'video/mp4', durationSeconds: 8 });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved = [];
  const apps = {
    facebook: {
      keys: { id: 'app', secret: 'secret' },
      apiUrl: server.url,
      authorizeUrl: '',
      tokenUrl: '',
      scopes: [],
    },
    metaGraphVersion: 'v26.0',
  };
  connector = facebookConnector(new PlatformHttp(http, new Breaker()), clock, apps, () => Promise.resolve());
  access = new MemoryAccess(FACEBOOK_LIMITS, { accessToken: 'page token', ownerId: '12', scopes: [] });
  server.setAnswers({ [FEED]: { json: { id: '12_34' } } });
});

const save = (refs: PublishRefs) => {
  saved.push(refs);
  return Promise.resolve();
};
const signal = () => AbortSignal.timeout(5_000);
const reel = () => publicationOf('A film', [{ ...videoFile, width: 1080, height: 1920 }]);
const wideVideo = () => publicationOf('A film', [{ ...videoFile, width: 1920, height: 1080 }]);
const prepare = (publication = publicationOf('Hi'), refs: PublishRefs | null = null) =>
  connector.prepare(access, publication, refs, save, signal());
const prepareRefs = async (...given: Parameters<typeof prepare>): Promise<PublishRefs> => {
  const outcome = await prepare(...given);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
};
const call = (refs: PublishRefs, publication = publicationOf('Hi')) =>
  connector.call(access, publication, refs, signal());
const lookUp = (refs: PublishRefs, publication = publicationOf('Hi')) =>
  connector.lookUp(access, publication, refs, noon.toISOString());

describe('a text', () => {
  it('is published with one call, followed by a request for its URL', async () => {
    server.addAnswers({ 'GET /v26.0/12_34': { json: { permalink_url: 'https://facebook.example/p/1' } } });
    expect(await call(await prepareRefs())).toEqual({
      kind: 'published',
      remoteId: '12_34',
      permalink: 'https://facebook.example/p/1',
    });
    expect(server.requestsTo(FEED).map(form)).toMatchObject([{ message: 'Hi' }]);
  });
  it('is published even if its URL cannot be read', async () => {
    server.addAnswers({ 'GET /v26.0/12_34': 'drop' });
    expect(await call(await prepareRefs())).toMatchObject({ permalink: 'https://www.facebook.com/12_34' });
  });
  it('shows a preview of its first link, unless the author disabled this', async () => {
    const withLink = publicationOf('See https://a.example/b.');
    await call(await prepareRefs(withLink), withLink);
    const withoutPreview = { ...withLink, options: { linkPreview: false } };
    await call(await prepareRefs(withoutPreview), withoutPreview);
    expect(server.requestsTo(FEED).map((request) => form(request)['link'])).toEqual([
      'https://a.example/b',
      undefined,
    ]);
  });
  it('has an unknown outcome if the response contains no id', async () => {
    server.addAnswers({ [FEED]: { json: { success: true } } });
    expect(await call(await prepareRefs())).toMatchObject({ kind: 'unknown', cause: 'unreadable' });
  });
});

describe('photos', () => {
  const twoPhotos = () => publicationOf('Two', [picture, picture]);
  beforeEach(() => {
    let number = 0;
    server.addAnswers({ [PHOTOS]: () => ({ json: { id: `photo${String(++number)}` } }) });
  });

  it('are uploaded unpublished, saved one by one, and published with one call', async () => {
    const refs = await prepareRefs(twoPhotos());
    expect(saved.map((one) => one['photoIds'])).toEqual([['photo1'], ['photo1', 'photo2']]);
    const [upload] = server.requestsTo(PHOTOS);
    expect(upload?.headers['content-type']).toMatch(/^multipart\/form-data/u);
    for (const part of [
      'name="published"\r\n\r\nfalse',
      'name="alt_text_custom"\r\n\r\nBlue',
      'name="source"',
    ])
      expect(upload?.body.toString()).toContain(part);
    await call(refs, twoPhotos());
    expect(server.requestsTo(FEED).map(form)).toMatchObject([
      {
        message: 'Two',
        'attached_media[0]': '{"media_fbid":"photo1"}',
        'attached_media[1]': '{"media_fbid":"photo2"}',
      },
    ]);
  });
  it('are not uploaded again after a crash, but are after half a day', async () => {
    await prepareRefs(twoPhotos());
    const [first = {}] = saved;
    server.requests.length = 0;
    expect(await prepareRefs(twoPhotos(), first)).toMatchObject({ photoIds: ['photo1', 'photo3'] });
    expect(server.requestsTo(PHOTOS)).toHaveLength(1);
    clock.advance(13 * 3_600_000);
    expect(await prepareRefs(twoPhotos(), first)).toMatchObject({ photoIds: ['photo4', 'photo5'] });
  });
  it('are converted once if Facebook refuses them as too large', async () => {
    let tries = 0;
    server.addAnswers({
      [PHOTOS]: ({ body }) => {
        tries += 1;
        return body.includes('image/png') ? fault(100, { error_subcode: 1366046 }) : { json: { id: 'p' } };
      },
    });
    expect(await prepareRefs(publicationOf('One', [picture]))).toMatchObject({ photoIds: ['p'] });
    expect(tries).toBe(2);
    server.addAnswers({ [PHOTOS]: fault(100, { error_subcode: 1366046, error_user_msg: 'Too large.' }) });
    expect(await prepare(publicationOf('Other', [picture]))).toMatchObject({
      kind: 'refused',
      reason: 'media-rejected',
      words: 'Too large.',
      retryable: false,
    });
  });
  it('are published only after all of them are uploaded', async () => {
    await prepareRefs(twoPhotos());
    const [first = {}] = saved;
    expect(await call(first, twoPhotos())).toMatchObject({ reason: 'not-prepared', retryable: true });
    expect(server.requestsTo(FEED)).toEqual([]);
  });
});

describe('a Reel', () => {
  const status = (phases: object): ScriptedReply => ({ json: { id: '77', ...phases } });
  const uploading = (state: string, bytes: number) =>
    status({
      status: { video_status: 'uploading', uploading_phase: { status: state, bytes_transfered: bytes } },
    });
  beforeEach(() => {
    server.addAnswers({
      [REELS]: (request) =>
        form(request)['upload_phase'] === 'start'
          ? { json: { video_id: '77', upload_url: `${server.url}/video-upload/77` } }
          : { json: { success: true } },
      [RUPLOAD]: { json: { success: true } },
    });
  });

  it('is registered, saved, uploaded, and published with one call', async () => {
    const refs = await prepareRefs(reel());
    expect(saved.map(({ video }) => video)).toMatchObject([
      { kind: 'reel', id: '77', isSent: false },
      { kind: 'reel', id: '77', isSent: true },
    ]);
    // The upload URL works like a password, so the references contain only the id.
    expect(JSON.stringify(saved)).not.toContain('video-upload');
    const [upload] = server.requestsTo(RUPLOAD);
    expect(upload?.body).toHaveLength(VIDEO_BYTES);
    expect(upload?.headers).toMatchObject({
      authorization: 'OAuth page token',
      offset: '0',
      file_size: '1000',
    });
    expect(await call(refs, reel())).toEqual({ kind: 'accepted', handle: '77' });
    expect(server.requestsTo(REELS).map(form)[1]).toMatchObject({
      upload_phase: 'finish',
      video_id: '77',
      video_state: 'PUBLISHED',
      description: 'A film',
    });
  });
  it('continues at the first byte that Facebook lacks', async () => {
    server.addAnswers({ [RUPLOAD]: 'drop' });
    expect(await prepare(reel())).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
    server.addAnswers({ [RUPLOAD]: { json: { success: true } }, [STATUS]: uploading('in_progress', 600) });
    server.requests.length = 0;
    await prepareRefs(reel(), saved.at(-1));
    const [upload] = server.requestsTo(RUPLOAD);
    expect(upload?.headers).toMatchObject({ offset: '600', file_size: '1000' });
    expect(upload?.body[0]).toBe(600 % 251);
    expect(upload?.body).toHaveLength(400);
    expect(server.requestsTo(REELS)).toEqual([]);
  });
  it('is not sent again if Facebook has all bytes', async () => {
    server.addAnswers({ [RUPLOAD]: 'drop' });
    await prepare(reel());
    server.addAnswers({ [STATUS]: uploading('complete', VIDEO_BYTES) });
    server.requests.length = 0;
    expect(await prepareRefs(reel(), saved.at(-1))).toMatchObject({ video: { isSent: true } });
    expect(server.calls()).toEqual([STATUS]);
  });
  it('begins a new upload if the upload URL no longer works', async () => {
    server.addAnswers({ [RUPLOAD]: 'drop' });
    await prepare(reel());
    const answers: ScriptedReply[] = [
      {
        status: 404,
        json: { debug_info: { type: 'NotAuthorizedError', message: 'Gone', retriable: false } },
      },
      { json: { success: true } },
    ];
    server.addAnswers({ [RUPLOAD]: () => answers.shift() ?? {}, [STATUS]: uploading('in_progress', 0) });
    server.requests.length = 0;
    await prepareRefs(reel(), saved.at(-1));
    expect(server.calls()).toEqual([STATUS, RUPLOAD, REELS, RUPLOAD]);
  });
  it.each([
    ['expired', status({ status: { video_status: 'expired' } })],
    ['failed', status({ status: { video_status: 'error' } })],
    ['unknown', fault(100, { error_subcode: 33 })],
  ])('begins a new upload if the old one is %s', async (_name, response) => {
    await prepareRefs(reel());
    server.addAnswers({ [STATUS]: response });
    server.requests.length = 0;
    await prepareRefs(reel(), saved.at(-1));
    expect(server.calls()).toEqual([STATUS, REELS, RUPLOAD]);
  });

  const phases = (processing: string, publishing: object, video = 'processing') =>
    status({
      permalink_url: '/reel/77/',
      post_id: '99',
      status: {
        video_status: video,
        uploading_phase: { status: 'complete' },
        processing_phase: { status: processing, error: { message: 'Bad codec' } },
        publishing_phase: publishing,
      },
    });
  it('counts as published if Facebook accepted it and reports it as ready', async () => {
    const refs = await prepareRefs(reel());
    server.addAnswers({ [STATUS]: status({ status: { video_status: 'ready' } }) });
    expect(await lookUp(refs, reel())).toEqual({ kind: 'absent' });
    expect(await lookUp({ ...refs, handle: '77' }, reel())).toMatchObject({
      kind: 'published',
      remoteId: '12_77',
    });
  });
  it.each([
    ['waiting', phases('not_started', { status: 'not_started' }), { kind: 'absent' }],
    ['being processed', phases('in_progress', { status: 'not_started' }), { kind: 'pending' }],
    [
      'published',
      phases('complete', { status: 'complete', publish_status: 'published' }, 'ready'),
      { kind: 'published', remoteId: '12_99', permalink: 'https://www.facebook.com/reel/77/' },
    ],
    [
      'a draft',
      phases('complete', { status: 'not_started', publish_status: 'draft' }, 'ready'),
      { kind: 'absent' },
    ],
    [
      'unusable',
      phases('error', { status: 'not_started' }, 'error'),
      { kind: 'refused', reason: 'media-rejected', words: 'Bad codec', retryable: false },
    ],
    [
      'expired',
      phases('not_started', { status: 'not_started' }, 'expired'),
      { kind: 'refused', reason: 'media-lost', retryable: true },
    ],
    ['a fault', fault(2), { kind: 'failed', words: 'No.' }],
    ['no response', 'drop' as const, { kind: 'failed' }],
  ])('has the right look-up outcome if the status is: %s', async (_name, response, expected) => {
    const refs = await prepareRefs(reel());
    server.addAnswers({ [STATUS]: response });
    expect(await lookUp(refs, reel())).toMatchObject(expected);
  });
});

describe('a video of another shape', () => {
  const offsets = (start: number, end: number) => ({ start_offset: String(start), end_offset: String(end) });
  const phaseOf = ({ body }: ScriptedRequest) =>
    /name="upload_phase"\r\n\r\n(\w+)/u.exec(body.toString())?.[1];
  const start = { json: { video_id: '77', upload_session_id: '88', ...offsets(0, 400) } };

  it('is uploaded in the chunks that Facebook requests, and saved after each chunk', async () => {
    const answers = [offsets(400, 800), offsets(800, 1000), offsets(1000, 1000)];
    server.addAnswers({
      [VIDEOS]: (request) => (phaseOf(request) === 'transfer' ? { json: answers.shift() } : start),
    });
    const refs = await prepareRefs(wideVideo());
    expect(refs['video']).toMatchObject({ kind: 'feed', id: '77', upload: '88', isSent: true });
    expect(saved.map(({ video }) => (video as { offset: number }).offset)).toEqual([0, 400, 800, 1000]);
    server.addAnswers({ [VIDEOS]: { json: { success: true } } });
    expect(await call(refs, wideVideo())).toEqual({ kind: 'accepted', handle: '77' });
    expect(form(server.requests.at(-1) as ScriptedRequest)).toMatchObject({
      upload_phase: 'finish',
      upload_session_id: '88',
      description: 'A film',
    });
  });
  it('continues at the offset in Facebook’s error if ours is wrong', async () => {
    const wrong = fault(6001, { error_subcode: 1363037, error_data: JSON.stringify(offsets(800, 1000)) });
    server.addAnswers({ [VIDEOS]: (request) => (phaseOf(request) === 'transfer' ? 'drop' : start) });
    await prepare(wideVideo());
    server.addAnswers({
      [STATUS]: { json: { status: { video_status: 'uploading' } } },
      [VIDEOS]: ({ body }) =>
        body.toString().includes('start_offset"\r\n\r\n800') ? { json: offsets(1000, 1000) } : wrong,
    });
    expect(await prepareRefs(wideVideo(), saved.at(-1))).toMatchObject({ video: { isSent: true } });
  });
  it('is refused if its session is lost, and the next attempt begins a new one', async () => {
    server.addAnswers({ [VIDEOS]: (request) => (phaseOf(request) === 'transfer' ? fault(6000) : start) });
    expect(await prepare(wideVideo())).toMatchObject({
      kind: 'refused',
      reason: 'media-lost',
      retryable: true,
    });
    let begun = 0;
    server.addAnswers({
      [STATUS]: { json: { status: { video_status: 'uploading' } } },
      [VIDEOS]: (request) => {
        if (phaseOf(request) !== 'transfer') begun += 1;
        if (phaseOf(request) !== 'transfer') return start;
        return begun === 0 ? fault(6000) : { json: offsets(1000, 1000) };
      },
    });
    expect(await prepareRefs(wideVideo(), saved.at(-1))).toMatchObject({ video: { isSent: true } });
    expect(begun).toBe(1);
  });
});

describe('looking for a post', () => {
  const post = (id: string, seconds: number, message: string, extra: object = {}) => ({
    id,
    message,
    created_time: timeAt(seconds),
    permalink_url: `https://facebook.example/${id}`,
    ...extra,
  });
  const refs = { contentHash: 'hash of Hi', photoIds: [] };

  it('claims a post with our text from after the attempt, on any page of the list', async () => {
    server.addAnswers({
      [POSTS]: ({ query }) =>
        query.get('after') === null
          ? withDate({
              data: [post('12_9', 50, 'Other')],
              paging: { cursors: { after: 'x' }, next: 'https://graph.facebook.com/next' },
            })
          : withDate({ data: [post('12_8', 5, ' Hi\n'), post('12_7', -400, 'Hi')] }),
    });
    expect(await lookUp(refs)).toEqual({
      kind: 'published',
      remoteId: '12_8',
      permalink: 'https://facebook.example/12_8',
    });
  });
  it('reads the next page if a list begins with its oldest posts', async () => {
    server.addAnswers({
      [POSTS]: ({ query }) =>
        query.get('after') === null
          ? withDate({
              data: [post('12_1', -9000, 'Other'), post('12_2', -8000, 'Other')],
              paging: { cursors: { after: 'x' }, next: 'https://graph.facebook.com/next' },
            })
          : withDate({ data: [post('12_8', 5, 'Hi')] }),
    });
    expect(await lookUp(refs)).toMatchObject({ kind: 'published', remoteId: '12_8' });
  });
  it('does not claim an older post, or a post that another publication has claimed', async () => {
    server.addAnswers({ [POSTS]: withDate({ data: [post('12_8', 5, 'Hi'), post('12_7', -400, 'Hi')] }) });
    access.claimed.set('12_8', false);
    expect(await lookUp(refs)).toEqual({ kind: 'absent' });
  });
  it('recognizes photos by their ids, even without a text', async () => {
    const photoRefs = { contentHash: 'hash of ', photoIds: ['p1', 'p2'] };
    const shows = (...ids: string[]) => ({
      attachments: { data: [{ subattachments: { data: ids.map((id) => ({ target: { id } })) } }] },
    });
    const others = [post('12_9', 6, '', shows('p3', 'p4')), post('12_8', 5, '')];
    server.addAnswers({ [POSTS]: withDate({ data: others }) });
    expect(await lookUp(photoRefs, publicationOf(''))).toEqual({ kind: 'absent' });
    server.addAnswers({ [POSTS]: withDate({ data: [...others, post('12_7', 4, '', shows('p1', 'p2'))] }) });
    expect(await lookUp(photoRefs, publicationOf(''))).toMatchObject({ remoteId: '12_7' });
    // The same text with other photos belongs to another post.
    server.addAnswers({ [POSTS]: withDate({ data: [post('12_6', 4, 'Hi', shows('p3', 'p4'))] }) });
    expect(await lookUp({ ...refs, photoIds: ['p1', 'p2'] })).toEqual({ kind: 'absent' });
  });
  it.each([
    ['with the time of a slow clock', { created_time: timeAt(-200) }],
    ['with HTML character references', { message: 'Hi &amp;\n\u00a0bye' }],
    ['with an id that is a number', { id: 12_8 }],
  ])('finds a post that is shown %s', async (_what, shown) => {
    const text = 'message' in shown ? 'Hi & bye' : 'Hi';
    server.addAnswers({ [POSTS]: withDate({ data: [post('12_8', 5, text, shown)] }) });
    const own = { ...refs, contentHash: `hash of ${text}` };
    expect(await lookUp(own, publicationOf(text))).toMatchObject({ kind: 'published' });
  });
  it('fails after an unusable response', async () => {
    for (const response of [
      fault(2),
      fault(32),
      { json: { data: 'none' } },
      withDate({ data: [{ id: '1' }] }),
    ]) {
      server.addAnswers({ [POSTS]: response });
      expect(await lookUp(refs)).toMatchObject({ kind: 'failed' });
    }
  });
});

describe('the token', () => {
  const setTokenInfo = (data: object) => {
    server.addAnswers({ [DEBUG]: { json: { data } } });
  };
  const checkReadiness = (scheduledFor = noon) => connector.readiness(access, scheduledFor.toISOString());

  it('needs a new login if it is refused', async () => {
    server.addAnswers({ [FEED]: fault(190, { error_subcode: 460 }) });
    expect(await call(await prepareRefs())).toMatchObject({ kind: 'refused', reason: 'reconnect' });
  });
  it('is checked before a post is due, and with its expiry', async () => {
    setTokenInfo({ is_valid: true, expires_at: 0, data_access_expires_at: noon.getTime() / 1000 + 60 });
    expect(await checkReadiness()).toEqual([]);
    expect(await checkReadiness(new Date(noon.getTime() + 61_000))).toMatchObject([
      { code: 'integrations.access-ends' },
    ]);
    setTokenInfo({});
    expect(await checkReadiness()).toEqual([]);
    setTokenInfo({ is_valid: false, error: { message: 'The session was ended.' } });
    await expect(checkReadiness()).rejects.toBeInstanceOf(ReconnectNeeded);
    await expect(connector.readLimits(access)).rejects.toThrow('The session was ended.');
  });
});

describe('deleting', () => {
  const GONE = fault(100, { error_subcode: 33 });
  const deletePost = () =>
    connector.deletePost(access, { remoteId: '12_34', permalink: null, publishRefs: null }, signal());
  it.each([
    [{ json: { success: true } }, { kind: 'deleted' }],
    [{ json: { success: false } }, { kind: 'refused', reason: 'rejected' }],
    [
      { status: 401, json: { error: { message: 'No' } } },
      { kind: 'refused', reason: 'reconnect' },
    ],
    [fault(190), { kind: 'refused', reason: 'reconnect' }],
    [fault(102), { kind: 'refused', reason: 'reconnect' }],
    [fault(32), { kind: 'postponed', reason: 'rate-limit' }],
    ['drop' as const, { kind: 'unknown' }],
  ])('has the expected outcome for the response %j', async (response, expected) => {
    server.addAnswers({ 'DELETE /v26.0/12_34': response });
    expect(await deletePost()).toMatchObject(expected);
  });
  it.each([
    fault(3),
    fault(10),
    fault(200),
    fault(299),
    { status: 401, json: { error: { code: 10, message: 'No.' } } },
  ])('is refused without the permission, and the login stays valid (%j)', async (response) => {
    server.addAnswers({ 'DELETE /v26.0/12_34': response });
    const refusal = { kind: 'refused', reason: 'permission-missing', words: 'No.', retryable: false };
    expect(await deletePost()).toEqual(refusal);
  });
  it.each([GONE, { status: 404, json: { error: { code: 803, message: 'Gone' } } }])(
    'counts a missing post that is not in the list as deleted (%j)',
    async (response) => {
      const nextPage = { cursors: { after: 'a' }, next: 'https://graph.example/next' };
      const lists = [{ data: [{ id: '12_35' }], paging: nextPage }, { data: [{ id: '12_3' }] }];
      server.addAnswers({ 'DELETE /v26.0/12_34': response, [POSTS]: () => ({ json: lists.shift() }) });
      expect(await deletePost()).toEqual({ kind: 'deleted' });
      expect(server.requestsTo(POSTS).map(({ query }) => query.get('after'))).toEqual([null, 'a']);
    },
  );
  it('has an unknown outcome if Facebook reports a post as missing but still lists it', async () => {
    server.addAnswers({ 'DELETE /v26.0/12_34': GONE, [POSTS]: { json: { data: [{ id: '12_34' }] } } });
    expect(await deletePost()).toEqual({ kind: 'unknown', cause: 'still-there', words: 'No.' });
  });
  it.each([{ json: {} }, fault(2), fault(10), 'drop' as const])(
    'has an unknown outcome if the list returns %j',
    async (response) => {
      server.addAnswers({ 'DELETE /v26.0/12_34': GONE, [POSTS]: response });
      expect(await deletePost()).toMatchObject({ kind: 'unknown', cause: 'server-error', words: 'No.' });
    },
  );
  it('needs a new login if the list refuses the token', async () => {
    server.addAnswers({ 'DELETE /v26.0/12_34': GONE, [POSTS]: fault(190) });
    expect(await deletePost()).toMatchObject({ kind: 'refused', reason: 'reconnect' });
  });

  describe('a video', () => {
    const refs = {
      contentHash: 'h',
      photoIds: [],
      video: { kind: 'reel', id: '77', upload: '0', isSent: true },
    };
    const post = { remoteId: '12_77', permalink: null, publishRefs: refs };
    beforeEach(() => {
      server.addAnswers({ 'DELETE /v26.0/12_77': GONE, 'DELETE /v26.0/77': { json: { success: true } } });
    });
    it('deletes the video itself if its post has no usable id', async () => {
      expect(await connector.deletePost(access, post, signal())).toEqual({ kind: 'deleted' });
      expect(server.calls()).toEqual(['DELETE /v26.0/12_77', 'DELETE /v26.0/77']);
      server.addAnswers({ 'DELETE /v26.0/77': fault(200) });
      expect(await connector.deletePost(access, post, signal())).toMatchObject({
        kind: 'refused',
        reason: 'permission-missing',
      });
    });
    it('has an unknown outcome if a post with another id still shows the video', async () => {
      const shown = (id: string) => ({ id: '12_90', attachments: { data: [{ target: { id } }] } });
      server.addAnswers({ 'DELETE /v26.0/77': GONE, [POSTS]: { json: { data: [shown('77')] } } });
      const request = () => connector.deletePost(access, post, signal());
      expect(await request()).toMatchObject({ kind: 'unknown', cause: 'still-there' });
      server.addAnswers({ [POSTS]: { json: { data: [shown('78')] } } });
      expect(await request()).toEqual({ kind: 'deleted' });
    });
  });
});
