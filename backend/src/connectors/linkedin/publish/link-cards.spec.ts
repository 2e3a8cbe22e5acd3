import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { OutgoingPublication, PublishRefs } from '../../contract/publication.ts';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess, publicationOf } from '../../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../../testing/another-process.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { LINKEDIN_LIMITS } from '../limits.ts';
import { linkedinConnector } from '../linkedin.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const ORGANIZATION = 'urn:li:organization:7';
const MEMBER = 'urn:li:person:a1';
const IMAGE = 'urn:li:image:I1';
const POST = 'POST /rest/posts';
const IMAGES = 'POST /rest/images';
const STATE = 'GET /rest/images/urn%3Ali%3Aimage%3AI1';
const PAGE = 'GET /bread';
const PICTURE = 'GET /bread.png';
const link = 'https://pages.sandbox.test/bread?a=1';
const article = { source: link, title: 'Bread', description: 'Every day', thumbnail: IMAGE };

let api: ScriptedServer;
let site: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof linkedinConnector>;
let access: MemoryAccess;
let saved: PublishRefs[];

beforeAll(async () => {
  [api, site] = await Promise.all([ScriptedServer.start(), ScriptedServer.start()]);
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }], sandboxPort: site.port });
});
afterAll(() => Promise.all([api.close(), site.close(), http.onApplicationShutdown()]));
beforeEach(async () => {
  saved = [];
  const configuration = testConfiguration({
    LINKEDIN_CLIENT_ID: 'app',
    LINKEDIN_CLIENT_SECRET: 'secret',
    LINKEDIN_API_URL: `${api.url}/rest`,
    LINKEDIN_TOKEN_URL: `${api.url}/token`,
    LINKEDIN_VERSION: '203001',
  });
  const clock = new FixedClock(noon);
  const platform = new PlatformHttp(http, new Breaker());
  const cards = new LinkCards(http);
  const noPause = () => Promise.resolve();
  connector = inAnotherProcess(() => linkedinConnector(platform, clock, configuration, cards, noPause));
  connectAs(MEMBER);
  api.setAnswers({
    [POST]: { status: 201, headers: { 'x-restli-id': 'urn:li:share:5' } },
    [IMAGES]: { json: { value: { uploadUrl: `${api.url}/image`, image: IMAGE } } },
    'PUT /image': { status: 201 },
    [STATE]: { json: { status: 'AVAILABLE' } },
  });
  const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#567' } })
    .png()
    .toBuffer();
  site.setAnswers({
    [PAGE]: page(),
    [PICTURE]: { headers: { 'content-type': 'image/png' }, bytes: picture },
  });
});

const page = () => ({
  headers: { 'content-type': 'text/html' },
  text: `<title>Bread</title><meta name=description content="Every day"><meta property=og:image content="/bread.png">`,
});
const fault = (status: number, code: string): ScriptedReply => ({
  status,
  json: { status, code, message: code },
});
function connectAs(author: string): void {
  access = new MemoryAccess(LINKEDIN_LIMITS, {
    accessToken: 't1',
    refreshToken: 'r1',
    expiresAt: '2030-02-01T12:00:00.000Z',
    refreshExpiresAt: null,
    scopes: ['w_member_social', 'w_organization_social', 'r_organization_social'],
    author,
  });
}
const publicationWith = (extra: Partial<OutgoingPublication> = {}): OutgoingPublication => ({
  ...publicationOf(`Read ${link}, please`),
  platform: 'linkedin',
  ...extra,
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
    AbortSignal.timeout(60_000),
  );
async function prepareRefs(
  publication = publicationWith(),
  refs: PublishRefs | null = null,
): Promise<PublishRefs> {
  const outcome = await prepare(publication, refs);
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return JSON.parse(JSON.stringify(outcome.refs)) as PublishRefs;
}
const call = (refs: PublishRefs) =>
  connector.call(access, publicationWith(), refs, AbortSignal.timeout(5_000));
const contentOfPost = (at = -1) => api.requestsTo(POST).at(at)?.json()['content'];

it('posts the first link as an article with a picture', async () => {
  expect(await call(await prepareRefs())).toMatchObject({ kind: 'published', remoteId: 'urn:li:share:5' });
  expect(contentOfPost()).toEqual({ article });
  const [upload] = api.requestsTo('PUT /image');
  expect(await sharp(upload?.body).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
});

it('looks up a post whose card has a picture, and repeats it without the card after a failure', async () => {
  connectAs(ORGANIZATION);
  const refs = await prepareRefs();
  expect(await call(refs)).toEqual({ kind: 'accepted', handle: 'urn:li:share:5' });
  api.addAnswers({ 'GET /rest/posts/urn%3Ali%3Ashare%3A5': { json: { lifecycleState: 'PUBLISH_FAILED' } } });
  const found = await connector.lookUp(
    access,
    publicationWith(),
    { ...refs, handle: 'urn:li:share:5' },
    noon.toISOString(),
  );
  expect(found).toMatchObject({ kind: 'refused', retryable: true });
  await call(await prepareRefs(publicationWith(), storedAfter(refs, found)));
  expect(contentOfPost()).toBeUndefined();
});

it('repeats the identical request after a lost response, even if the page has changed', async () => {
  await expect(prepare(publicationWith(), null, 1)).rejects.toThrow('killed');
  expect(saved[0]).toMatchObject({ card: { link, title: 'Bread' } });
  site.addAnswers({ [PAGE]: { ...page(), text: '<title>Another</title>' } });
  const refs = await prepareRefs(publicationWith(), saved[0]);
  api.addAnswers({ [POST]: 'drop' });
  expect((await call(refs)).kind).toBe('unknown');
  api.addAnswers({ [POST]: { status: 201, headers: { 'x-restli-id': 'urn:li:share:5' } } });
  await call(await prepareRefs(publicationWith(), refs));
  const [first, second] = api.requestsTo(POST).map((request) => request.body.toString());
  expect(second).toBe(first);
  expect([site.requestsTo(PAGE).length, api.requestsTo(IMAGES).length]).toEqual([1, 1]);
});

it('does not add a card to a publication that is already prepared without a card', async () => {
  const { contentHash } = publicationWith();
  await call(await prepareRefs(publicationWith(), { contentHash, assets: [], ready: true }));
  expect([contentOfPost(), site.calls()]).toEqual([undefined, []]);
});

it.each([
  ['the author switched the card off', { options: { linkCard: false } }, {}],
  ['the page does not exist', {}, { [PAGE]: { status: 404 } }],
  ['the page has no title', {}, { [PAGE]: { ...page(), text: 'words' } }],
])('posts the text with a plain link when %s', async (_when, extra, script) => {
  site.addAnswers(script);
  const publication = publicationWith(extra);
  const refs = await prepareRefs(publication);
  expect(await connector.call(access, publication, refs, AbortSignal.timeout(5_000))).toMatchObject({
    kind: 'published',
  });
  expect([contentOfPost(), api.requestsTo(IMAGES)]).toEqual([undefined, []]);
});

it('stores the reason why a post has no card', async () => {
  site.addAnswers({ [PAGE]: { status: 404 } });
  expect(await prepareRefs()).toMatchObject({ card: null, noCard: 'refused' });
});

it.each([
  ['LinkedIn refuses the file', { [IMAGES]: fault(403, 'ACCESS_DENIED') }],
  ['processing fails', { [STATE]: { json: { status: 'PROCESSING_FAILED' } } }],
  ['processing takes long', { [STATE]: { json: { status: 'PROCESSING' } } }],
])('posts the card without a picture when %s', async (_when, script) => {
  api.addAnswers(script);
  await call(await prepareRefs());
  expect(contentOfPost()).toEqual({ article: { source: link, title: 'Bread', description: 'Every day' } });
});

it.each(['MEDIA_ASSET_PROCESSING_FAILED', 'FIELD_LENGTH_TOO_LONG', 'INVALID_CONTENT'])(
  'posts without the card after the refusal %s',
  async (code) => {
    api.addAnswers({ [POST]: fault(400, code) });
    const refs = await prepareRefs();
    const outcome = await call(refs);
    expect(outcome).toMatchObject({ kind: 'refused', retryable: true });
    const newRefs = await prepareRefs(publicationWith(), storedAfter(refs, outcome));
    await call(newRefs);
    expect(contentOfPost(0)).toEqual({ article });
    expect(contentOfPost()).toBeUndefined();
    expect(site.requestsTo(PAGE)).toHaveLength(1);
  },
);
