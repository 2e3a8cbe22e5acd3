import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import type { MediaItem, OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../kit/outcomes.ts';
import { at } from '../kit/json.ts';
import { LinkCards } from '../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import {
  ScriptedServer,
  type ScriptedRequest,
  type ScriptedReply,
  type ScriptedAnswer,
} from '../testing/scripted-server.ts';
import { LINKEDIN_LIMITS } from './limits.ts';
import { linkedinConnector } from './linkedin.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const MEMBER = 'urn:li:person:a1';
const ORGANIZATION = 'urn:li:organization:7';
const POST = 'POST /rest/posts';
const LIST = 'GET /rest/posts';
const READ = 'GET /rest/posts/urn%3Ali%3Ashare%3A5';
const IMAGES = 'POST /rest/images';
const VIDEOS = 'POST /rest/videos';
const VIDEO_STATE = 'GET /rest/videos/urn%3Ali%3Avideo%3AV1';
const TOKEN = 'POST /token';
const PART = 4_194_304;
const BYTES = PART + 1000;

const saved: PublishRefs[] = [];
let api: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof linkedinConnector>;
let access: MemoryAccess;
let folder: string;
let videoFile: MediaItem;
let path: string;

const fault = (status: number, code: string, message = code): ScriptedReply => ({
  status,
  json: { status, code, message },
});
const createdReply = (urn: string): ScriptedReply => ({ status: 201, headers: { 'x-restli-id': urn } });

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-linkedin-'));
  path = join(folder, 'file');
  await writeFile(path, Buffer.alloc(BYTES, 'abcdefg'));
  videoFile = mediaAt(path, BYTES, { kind: 'video', mimeType: 'video/mp4', altText: 'A film' });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown(), rm(folder, { recursive: true })]);
});
beforeEach(() => {
  clock.set(noon);
  saved.length = 0;
  const configuration = testConfiguration({
    LINKEDIN_CLIENT_ID: 'app',
    LINKEDIN_CLIENT_SECRET: 'secret',
    LINKEDIN_API_URL: `${api.url}/rest`,
    LINKEDIN_TOKEN_URL: `${api.url}/token`,
    LINKEDIN_VERSION: '203001',
  });
  const platform = new PlatformHttp(http, new Breaker());
  connector = inAnotherProcess(() =>
    linkedinConnector(platform, clock, configuration, new LinkCards(http), () => Promise.resolve()),
  );
  connectAs(ORGANIZATION);
  let images = 0;
  api.setAnswers({
    [POST]: createdReply('urn:li:share:5'),
    [IMAGES]: () => {
      const image = `urn:li:image:I${String(++images)}`;
      return { json: { value: { uploadUrl: `${api.url}/image/${String(images)}`, image } } };
    },
    ...Object.fromEntries([1, 2, 3].map((n) => [`PUT /image/${String(n)}`, { status: 201 }])),
    ...Object.fromEntries(
      [1, 2, 3].map((n) => [
        `GET /rest/images/urn%3Ali%3Aimage%3AI${String(n)}`,
        { json: { status: 'AVAILABLE' } },
      ]),
    ),
    [VIDEOS]: videos,
    'PUT /video/s3cret/0': { headers: { etag: '/parts/zero' } },
    'PUT /video/s3cret/1': { headers: { etag: '/parts/one' } },
    [VIDEO_STATE]: { json: { status: 'AVAILABLE' } },
  });
});

const videos = ({ query }: ScriptedRequest): ScriptedReply =>
  query.get('action') === 'finalizeUpload'
    ? {}
    : {
        json: {
          value: {
            video: 'urn:li:video:V1',
            uploadToken: 'tok',
            uploadInstructions: [
              { uploadUrl: `${api.url}/video/s3cret/0`, firstByte: 0, lastByte: PART - 1 },
              { uploadUrl: `${api.url}/video/s3cret/1`, firstByte: PART, lastByte: BYTES - 1 },
            ],
          },
        },
      };

function connectAs(author: string, extra: object = {}): void {
  access = new MemoryAccess(LINKEDIN_LIMITS, {
    accessToken: 't1',
    refreshToken: 'r1',
    expiresAt: '2030-02-01T12:00:00.000Z',
    refreshExpiresAt: null,
    scopes: ['w_member_social', 'w_organization_social', 'r_organization_social'],
    author,
    ...extra,
  });
}
const image = (name: string) => mediaAt(path, BYTES, { mediaUrl: name, altText: name });
const publicationWith = (media: readonly MediaItem[] = [], text = 'Hi (all) #news'): OutgoingPublication => ({
  ...publicationOf(text, media),
  platform: 'linkedin',
});
/** The publication after a call whose outcome is unknown. */
const sentBefore = (publication: OutgoingPublication): OutgoingPublication => ({
  ...publication,
  mayExist: true,
});
const prepare = (publication: OutgoingPublication, refs: PublishRefs | null = null, killAfter = 99) =>
  connector.prepare(
    access,
    publication,
    refs,
    (next) => {
      saved.push(next);
      return saved.length >= killAfter ? Promise.reject(new Error('killed')) : Promise.resolve();
    },
    AbortSignal.timeout(10_000),
  );
async function prepareRefs(
  publication: OutgoingPublication,
  refs: PublishRefs | null = null,
): Promise<PublishRefs> {
  const outcome = await prepare(publication, refs);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
}
const call = (publication: OutgoingPublication, refs: PublishRefs) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const lookUp = (publication: OutgoingPublication, refs: PublishRefs) =>
  connector.lookUp(access, publication, refs, noon.toISOString());

it('posts a text with one call, with the configured API version', async () => {
  const publication = publicationWith();
  expect(await call(publication, await prepareRefs(publication))).toEqual({
    kind: 'published',
    remoteId: 'urn:li:share:5',
    permalink: 'https://www.linkedin.com/feed/update/urn:li:share:5/',
  });
  const [request] = api.requestsTo(POST);
  expect(request?.headers).toMatchObject({
    'linkedin-version': '203001',
    'x-restli-protocol-version': '2.0.0',
    authorization: 'Bearer t1',
  });
  expect(request?.json()).toEqual({
    author: ORGANIZATION,
    commentary: String.raw`Hi \(all\) {hashtag|\#|news}`,
    visibility: 'PUBLIC',
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  });
});
it('uploads and saves each image once, and posts all of them together', async () => {
  const publication = publicationWith([image('one'), image('two')]);
  await expect(prepare(publication, null, 1)).rejects.toThrow('killed');
  const refs = await prepareRefs(publication, saved[0] ?? null);
  expect(api.requestsTo(IMAGES)).toHaveLength(2);
  expect(api.requestsTo('PUT /image/1')[0]?.headers.authorization).toBe('Bearer t1');
  expect(await call(publication, refs)).toEqual({ kind: 'accepted', handle: 'urn:li:share:5' });
  expect(api.requestsTo(POST)[0]?.json()['content']).toEqual({
    multiImage: {
      images: [
        { id: 'urn:li:image:I1', altText: 'one' },
        { id: 'urn:li:image:I2', altText: 'two' },
      ],
    },
  });
});
it('uploads a video in LinkedIn’s parts, and continues with the next part after a crash', async () => {
  const publication = publicationWith([videoFile]);
  await expect(prepare(publication, null, 2)).rejects.toThrow('killed');
  expect(saved.at(-1)).toMatchObject({ assets: [{ urn: 'urn:li:video:V1', etags: ['/parts/zero'] }] });
  const refs = await prepareRefs(publication, saved.at(-1) ?? null);
  expect(JSON.stringify([refs, saved])).not.toContain('s3cret');
  expect(api.requestsTo('PUT /video/s3cret/0')).toHaveLength(1);
  const [second] = api.requestsTo('PUT /video/s3cret/1');
  expect(second?.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': '1000',
  });
  expect(second?.headers.authorization).toBeUndefined();
  expect(second?.body.equals(Buffer.alloc(BYTES, 'abcdefg').subarray(PART))).toBe(true);
  expect(api.requestsTo(VIDEOS).at(-1)?.json()).toEqual({
    finalizeUploadRequest: {
      video: 'urn:li:video:V1',
      uploadToken: 'tok',
      uploadedPartIds: ['/parts/zero', '/parts/one'],
    },
  });
  expect(refs).toMatchObject({ assets: [{ urn: 'urn:li:video:V1' }], ready: true });
});
it.each(['PROCESSING', 'AVAILABLE', 'PROCESSING_FAILED'])(
  'completes a video once, even if the response was lost (%s)',
  async (status) => {
    let finalized = 0;
    api.addAnswers({
      [VIDEOS]: (request) => {
        if (request.query.get('action') !== 'finalizeUpload') return videos(request);
        return finalized++ === 0 ? 'drop' : fault(400, 'INVALID_UPLOADED_PARTS');
      },
      [VIDEO_STATE]: { json: { status } },
    });
    await prepare(publicationWith([videoFile]));
    expect(saved.at(-1)).not.toHaveProperty('assets.0.upload');
    expect([finalized, api.requestsTo('PUT /video/s3cret/0').length]).toEqual([2, 1]);
  },
);
describe('a video that the token may not read, after the response to the final upload call was lost', () => {
  let begun: number;
  let finalized: number;
  beforeEach(() => {
    [begun, finalized] = [0, 0];
    connectAs(MEMBER);
    const denied = fault(403, 'ACCESS_DENIED');
    api.addAnswers({
      [VIDEOS]: (request) => {
        if (request.query.get('action') === 'finalizeUpload')
          return ['drop' as const, fault(400, 'INVALID_UPLOADED_PARTS')][finalized++] ?? {};
        const { json } = videos(request);
        return { json: JSON.parse(JSON.stringify(json).replace('video:V1', `video:V${String(++begun)}`)) };
      },
      [VIDEO_STATE]: denied,
      [VIDEO_STATE.replace('V1', 'V2')]: denied,
      [POST]: createdReply('urn:li:ugcPost:6'),
    });
  });
  const videosSent = () =>
    api.requestsTo(POST).map((request) => at(request.json() as JsonValue, 'content', 'media', 'id'));

  it('is used in the post without a check', async () => {
    const publication = publicationWith([videoFile]);
    const refs = await prepareRefs(publication);
    expect(await call(publication, refs)).toMatchObject({ kind: 'published' });
    expect([begun, finalized]).toEqual([1, 2]);
    expect(videosSent()).toEqual(['urn:li:video:V1']);
  });
  it('counts as complete for the next process too after a crash', async () => {
    const publication = publicationWith([videoFile]);
    await prepareRefs(publication);
    const parts = { etags: ['/parts/zero', '/parts/one'] };
    const [refsBeforeCrash] = saved.filter((refs) => JSON.stringify(refs).includes('/parts/one'));
    expect(refsBeforeCrash).toMatchObject({ assets: [parts] });
    finalized = 1;
    expect(await prepareRefs(publication, refsBeforeCrash)).toMatchObject({
      assets: [{ urn: 'urn:li:video:V1' }],
    });
    expect(begun).toBe(1);
  });
  it('is uploaded again if the response to the post says that it is incomplete', async () => {
    const publication = publicationWith([videoFile]);
    const refs = await prepareRefs(publication);
    api.addAnswers({ [POST]: fault(400, 'MEDIA_ASSET_WAITING_UPLOAD') });
    const outcome = await call(publication, refs);
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'media-lost', retryable: true });
    await prepare(publication, storedAfter(refs, outcome));
    api.addAnswers({ [POST]: createdReply('urn:li:ugcPost:6') });
    expect(await call(publication, await prepareRefs(publication, saved.at(-1) ?? null))).toMatchObject({
      kind: 'published',
    });
    expect(videosSent()).toEqual(['urn:li:video:V1', 'urn:li:video:V2']);
  });
  it('is refused if the first call to complete it was refused', async () => {
    finalized = 1;
    expect(await prepare(publicationWith([videoFile]))).toMatchObject({
      kind: 'refused',
      reason: 'rejected',
    });
  });
});
it('looks posts up as their author, who also sees unfinished and failed posts', async () => {
  const publication = publicationWith([videoFile]);
  const refs = { ...(await prepareRefs(publication)), handle: 'urn:li:share:5' };
  const forAuthor =
    (response: ScriptedReply): ScriptedAnswer =>
    ({ query }) =>
      query.get('viewContext') === 'AUTHOR' ? response : fault(404, 'NOT_FOUND');
  api.addAnswers({ [READ]: forAuthor({ json: { lifecycleState: 'PUBLISH_FAILED' } }) });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'refused', reason: 'media-rejected' });
  const content = { media: { id: 'urn:li:video:V1' } };
  const failed = ownPost('urn:li:share:5', '', 1, { content, lifecycleState: 'PUBLISH_FAILED' });
  const list = { json: { elements: [failed] } };
  api.addAnswers({
    [READ]: fault(404, 'NOT_FOUND'),
    [LIST]: ({ query }) => (query.get('viewContext') === 'AUTHOR' ? list : { json: { elements: [] } }),
  });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'refused', reason: 'media-rejected' });
  expect(await lookUp(publication, { ...refs, handle: '' })).toMatchObject({ kind: 'refused' });
});
it('does not claim a draft', async () => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  const text = String.raw`Hi \(all\) {hashtag|\#|news}`;
  api.addAnswers({
    [LIST]: { json: { elements: [ownPost('urn:li:share:5', text, 1, { lifecycleState: 'DRAFT' })] } },
  });
  expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
});
it('uploads a video again if its upload URLs have expired', async () => {
  const publication = publicationWith([videoFile]);
  await expect(prepare(publication, null, 2)).rejects.toThrow('killed');
  const answers = [fault(400, 'EXPIRED'), { headers: { etag: '/parts/one' } }];
  api.addAnswers({ 'PUT /video/s3cret/1': () => answers.shift() ?? fault(500, 'asked too often') });
  await prepareRefs(publication, saved.at(-1) ?? null);
  expect(api.requestsTo('PUT /video/s3cret/0')).toHaveLength(2);
});
it('waits while a video is processed, and uploads a failed video once more', async () => {
  const publication = publicationWith([videoFile]);
  api.addAnswers({ [VIDEO_STATE]: { json: { status: 'PROCESSING' } } });
  expect(await prepare(publication)).toMatchObject({ kind: 'postponed', reason: 'processing' });
  const failed = { status: 'PROCESSING_FAILED', processingFailureReason: 'No video track' };
  api.addAnswers({ [VIDEO_STATE]: { json: failed } });
  const outcome = { kind: 'refused', reason: 'media-rejected', words: 'No video track' };
  expect(await prepare(publication, saved.at(-1) ?? null)).toMatchObject({ ...outcome, retryable: true });
  expect(await prepare(publication, saved.at(-1) ?? null)).toMatchObject({ ...outcome, retryable: false });
  expect(api.requestsTo('PUT /video/s3cret/0')).toHaveLength(2);
});
it('posts without checking files if the token may not read them', async () => {
  connectAs(MEMBER);
  const publication = publicationWith([videoFile]);
  api.addAnswers({
    [VIDEO_STATE]: fault(403, 'ACCESS_DENIED'),
    [POST]: fault(400, 'MEDIA_ASSET_WAITING_UPLOAD'),
  });
  const refs = await prepareRefs(publication);
  expect(await call(publication, refs)).toMatchObject({ kind: 'postponed', reason: 'processing' });
  api.addAnswers({ [POST]: createdReply('urn:li:ugcPost:6') });
  expect(await call(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:ugcPost:6' });
});
it.each([
  [{ json: { lifecycleState: 'PUBLISHED' } }, { kind: 'published', remoteId: 'urn:li:share:5' }],
  [{ json: { lifecycleState: 'PUBLISH_REQUESTED' } }, { kind: 'pending' }],
  [
    { json: { lifecycleState: 'PUBLISH_FAILED' } },
    { kind: 'refused', reason: 'media-rejected', retryable: true },
  ],
  [fault(404, 'NOT_FOUND'), { kind: 'pending' }],
  [fault(403, 'ACCESS_DENIED'), { kind: 'published' }],
  [fault(503, 'BROKEN'), { kind: 'failed' }],
] as const)(
  'looks up an accepted post: for the response %j, has the outcome %j',
  async (response, outcome) => {
    const publication = publicationWith([videoFile]);
    const refs = await prepareRefs(publication);
    api.addAnswers({ [READ]: response, [LIST]: { json: { elements: [] } } });
    expect(await lookUp(publication, { ...refs, handle: 'urn:li:share:5' })).toMatchObject(outcome);
  },
);
it('uploads a file once more if LinkedIn could not process it', async () => {
  const publication = publicationWith([image('one')]);
  const refs = await prepareRefs(publication);
  api.addAnswers({ [POST]: fault(400, 'MEDIA_ASSET_PROCESSING_FAILED') });
  const outcome = await call(publication, refs);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'media-lost', retryable: true });
  expect(await prepare(publication, storedAfter(refs, outcome))).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    retryable: true,
  });
  const newRefs = await prepareRefs(publication, saved.at(-1) ?? null);
  expect(api.calls().filter((request) => request.startsWith('PUT /image/'))).toEqual([
    'PUT /image/1',
    'PUT /image/2',
  ]);
  api.addAnswers({ [READ]: { json: { lifecycleState: 'PUBLISH_FAILED' } } });
  const found = await lookUp(publication, { ...newRefs, handle: 'urn:li:share:5' });
  expect(found).toMatchObject({ kind: 'refused', reason: 'media-rejected', retryable: true });
  expect(await prepare(publication, storedAfter(newRefs, found))).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    retryable: false,
  });
});
it('reports a post as absent if it has not appeared for half an hour', async () => {
  const publication = publicationWith([videoFile]);
  const refs = { ...(await prepareRefs(publication)), handle: 'urn:li:share:5' };
  api.addAnswers({ [READ]: fault(404, 'NOT_FOUND'), [LIST]: { json: { elements: [] } } });
  clock.advance(31 * 60_000);
  expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
});

const ownPost = (urn: string, commentary: string, secondsAfterNoon: number, extra: object = {}) => ({
  id: urn,
  commentary,
  createdAt: noon.getTime() + secondsAfterNoon * 1000,
  lastModifiedAt: noon.getTime() + secondsAfterNoon * 1000,
  lifecycleState: 'PUBLISHED',
  ...extra,
});

it('finds a post of an organization by time and text, but none that another publication claimed', async () => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  const ourText = String.raw`Hi \(all\) {hashtag|\#|news}`;
  const elements = [
    ownPost('urn:li:share:9', 'Hi', 9),
    ownPost('urn:li:share:8', ourText, 8),
    ownPost('urn:li:share:7', ourText, 1, { content: { media: { id: 'urn:li:image:X' } } }),
    ownPost('urn:li:share:6', ourText, -600),
  ];
  api.addAnswers({ [LIST]: { json: { elements } } });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:8' });
  const [request] = api.requestsTo(LIST);
  expect(request?.headers['x-restli-method']).toBe('FINDER');
  expect(request?.query.get('author')).toBe(ORGANIZATION);
  access.claimed.set('urn:li:share:8', false);
  expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
});
it.each([
  ['Devanagari', 'नया #हिन्दी।', String.raw`नया {hashtag|\#|हिन्दी}।`],
  ['Bengali', '#বাংলা ও #সাহিত্য', String.raw`{hashtag|\#|বাংলা} ও {hashtag|\#|সাহিত্য}`],
  ['Tamil and Thai', '#தமிழ் #ที่นี่', String.raw`{hashtag|\#|தமிழ்} {hashtag|\#|ที่นี่}`],
  ['Arabic with vowels', '#مُسْتَقْبَل!', String.raw`{hashtag|\#|مُسْتَقْبَل}!`],
  ['Hebrew with points', '(#שָׁלוֹם)', String.raw`\({hashtag|\#|שָׁלוֹם}\)`],
  ['Persian with a joiner', '#می\u200cخواهم', '{hashtag|\\#|می\u200cخواهم}'],
  ['Cyrillic with an underscore', '#новый_год', String.raw`{hashtag|\#|новый\_год}`],
  ['decomposed Latin', '#cafe\u0301_1*', '{hashtag|\\#|cafe\u0301\\_1}\\*'],
  ['Korean and Japanese', '#한국어 ＃新商品、', String.raw`{hashtag|\#|한국어} {hashtag|\#|新商品}、`],
])(
  'sends complete hashtags in %s, and finds the post after an unknown outcome',
  async (_, text, commentary) => {
    const publication = publicationWith([], text);
    const refs = await prepareRefs(publication);
    api.addAnswers({ [POST]: 'drop' });
    expect(await call(publication, refs)).toMatchObject({ kind: 'unknown' });
    const body = api.requestsTo(POST)[0]?.json() as Readonly<{ commentary: string }>;
    expect(body.commentary).toBe(commentary);
    // LinkedIn's list contains the commentary as it was sent.
    const shorter = ownPost('urn:li:share:9', commentary.replace(/\p{L}\p{M}*(?=[^\p{L}\p{M}]*$)/u, ''), 9);
    api.addAnswers({
      [LIST]: { json: { elements: [shorter, ownPost('urn:li:share:8', body.commentary, 8)] } },
    });
    expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:8' });
  },
);
it('recognizes a post by its files, even with a different text', async () => {
  const publication = publicationWith([videoFile]);
  const refs = await prepareRefs(publication);
  const content = { media: { id: 'urn:li:video:V1' } };
  api.addAnswers({
    [LIST]: { json: { elements: [ownPost('urn:li:share:3', 'shown otherwise', 2, { content })] } },
  });
  expect(await lookUp(publication, refs)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:3' });
});
it('does not claim a post without a text and files for a post with files', async () => {
  const publication = publicationWith([videoFile], '');
  const refs = await prepareRefs(publication);
  api.addAnswers({ [LIST]: { json: { elements: [ownPost('urn:li:share:4', '', 2)] } } });
  expect(await lookUp(publication, refs)).toEqual({ kind: 'absent' });
});
it('cannot look up posts of a member, or of an organization whose posts it may not read', async () => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  api.addAnswers({ [LIST]: fault(403, 'ACCESS_DENIED') });
  expect(await lookUp(publication, refs)).toEqual({ kind: 'cannot-tell' });
  connectAs(MEMBER);
  expect(await lookUp(publication, refs)).toEqual({ kind: 'cannot-tell' });
  expect(api.requestsTo(LIST)).toHaveLength(1);
});
it('repeats the identical request, and claims the post that the duplicate error contains', async () => {
  connectAs(MEMBER);
  const publication = publicationWith([image('one')]);
  const refs = await prepareRefs(publication);
  api.addAnswers({ [POST]: 'drop' });
  expect(await call(publication, refs)).toMatchObject({ kind: 'unknown', cause: 'reset' });
  api.addAnswers({ [POST]: fault(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:4') });
  const again = await prepareRefs(sentBefore(publication), refs);
  expect(await call(publication, again)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:4' });
  const [first, second] = api.requestsTo(POST);
  expect(second?.body.toString()).toBe(first?.body.toString());
  access.claimed.set('urn:li:share:4', false);
  expect(await call(publication, again)).toMatchObject({
    kind: 'refused',
    reason: 'rejected',
    retryable: false,
  });
});
it('does not claim a duplicate that existed before the first call', async () => {
  const publication = publicationWith();
  api.addAnswers({ [POST]: fault(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:4') });
  const refs = await prepareRefs(publication);
  const outcome = await call(publication, refs);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'duplicate' });
  // The first call made no post, so the second call is not a repetition either.
  const again = await prepareRefs(publication, storedAfter(refs, outcome));
  expect(await call(publication, again)).toMatchObject({ kind: 'refused', reason: 'duplicate' });
});
it('does not claim a duplicate when the prepared post had only waited', async () => {
  connectAs(MEMBER);
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  // The post waits twice for a budget before its first call.
  const again = await prepareRefs(publication, await prepareRefs(publication, refs));
  api.addAnswers({ [POST]: fault(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:4') });
  expect(await call(publication, again)).toMatchObject({ kind: 'refused', reason: 'duplicate' });
});
it('does not claim a duplicate that LinkedIn does not show', async () => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  api.addAnswers({ [POST]: 'drop' });
  expect(await call(publication, refs)).toMatchObject({ kind: 'unknown' });
  const again = await prepareRefs(sentBefore(publication), refs);
  const named = 'GET /rest/posts/urn%3Ali%3Ashare%3A4';
  api.addAnswers({
    [POST]: fault(422, 'DUPLICATE_POST', 'Content is a duplicate of urn:li:share:4'),
    [named]: fault(404, 'NOT_FOUND'),
  });
  expect(await call(publication, again)).toMatchObject({ kind: 'refused', reason: 'duplicate' });
  api.addAnswers({ [named]: fault(503, 'UNAVAILABLE') });
  expect(await call(publication, again)).toMatchObject({ kind: 'unknown' });
  for (const answer of [
    { json: { id: 'urn:li:share:4', lifecycleState: 'PUBLISHED' } },
    fault(403, 'ACCESS_DENIED'),
  ]) {
    api.addAnswers({ [named]: answer });
    expect(await call(publication, again)).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:4' });
  }
});
it.each([
  [{ status: 201 }, { kind: 'unknown', cause: 'unreadable' }],
  [
    { status: 200, text: '<html>captcha</html>' },
    { kind: 'unknown', cause: 'unreadable' },
  ],
  [
    { status: 504, text: '<html>' },
    { kind: 'unknown', cause: 'server-error' },
  ],
] as const)('has an unknown outcome after the response %j', async (response, outcome) => {
  const publication = publicationWith();
  const refs = await prepareRefs(publication);
  api.addAnswers({ [POST]: response });
  expect(await call(publication, refs)).toMatchObject(outcome);
});

it('renews a refused token if there is a refresh token', async () => {
  const publication = publicationWith();
  api.addAnswers({
    [POST]: ({ headers }) =>
      headers.authorization === 'Bearer t2'
        ? createdReply('urn:li:share:5')
        : fault(401, 'EXPIRED_ACCESS_TOKEN'),
    [TOKEN]: {
      json: { access_token: 't2', expires_in: 5_184_000, refresh_token: 'r1', refresh_token_expires_in: 9 },
    },
  });
  expect(await call(publication, await prepareRefs(publication))).toMatchObject({ kind: 'published' });
  expect(access.current).toMatchObject({ accessToken: 't2', author: ORGANIZATION });
});
it('keeps a token that cannot be renewed until it expires, and warns before that', async () => {
  connectAs(MEMBER, { refreshToken: null });
  expect(await connector.refresh(access.current)).toBe(access.current);
  expect(await connector.readiness(access, '2030-01-20T12:00:00.000Z')).toEqual([]);
  expect(await connector.readiness(access, '2030-02-01T11:55:00.000Z')).toMatchObject([
    { code: 'permission-ends' },
  ]);
  clock.set(new Date('2030-02-01T12:00:00Z'));
  await expect(connector.refresh(access.current)).rejects.toBeInstanceOf(ReconnectNeeded);
  expect(api.requests).toEqual([]);
});
it('needs a new login when a token is refused and cannot be renewed', async () => {
  connectAs(MEMBER, { refreshToken: null });
  api.addAnswers({ [POST]: fault(401, 'REVOKED_ACCESS_TOKEN') });
  const publication = publicationWith();
  expect(await call(publication, await prepareRefs(publication))).toMatchObject({
    kind: 'refused',
    reason: 'reconnect',
  });
});
it.each([
  [{ status: 204 }, { kind: 'deleted' }],
  [fault(404, 'NOT_FOUND'), { kind: 'deleted' }],
  [fault(403, 'ACCESS_DENIED'), { kind: 'refused', reason: 'rejected' }],
  [fault(500, 'BROKEN'), { kind: 'unknown' }],
] as const)('for the response %j to a deletion, has the outcome %j', async (response, outcome) => {
  const path = 'DELETE /rest/posts/urn%3Ali%3Ashare%3A5';
  api.addAnswers({ [path]: response });
  const post = { remoteId: 'urn:li:share:5', permalink: null, publishRefs: null };
  expect(await connector.deletePost(access, post, AbortSignal.timeout(5_000))).toMatchObject(outcome);
  expect(api.requestsTo(path)[0]?.headers['x-restli-method']).toBe('DELETE');
});
