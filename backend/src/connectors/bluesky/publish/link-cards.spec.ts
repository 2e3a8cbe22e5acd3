import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { OutgoingPublication, PublishRefs } from '../../contract/publication.ts';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../../testing/another-process.ts';
import { ScriptedServer, type ScriptedAnswer } from '../../testing/scripted-server.ts';
import { blueskyConnector } from '../bluesky.connector.ts';
import { BLUESKY_LIMITS } from '../limits.ts';

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
const PUT = 'POST /xrpc/com.atproto.repo.putRecord';
const GET = 'GET /xrpc/com.atproto.repo.getRecord';
const UPLOAD = 'POST /xrpc/com.atproto.repo.uploadBlob';
const PAGE = 'GET /bread';
const PICTURE = 'GET /bread.png';
const link = 'https://pages.sandbox.test/bread';
const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const noPause = () => Promise.resolve();

let pds: ScriptedServer;
let site: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof blueskyConnector>;
let access: MemoryAccess;
let picture: Buffer;
let saved: PublishRefs[];

beforeAll(async () => {
  [pds, site] = await Promise.all([ScriptedServer.start(), ScriptedServer.start()]);
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: pds.port }], sandboxPort: site.port });
  picture = await noise(1600, 900);
});
afterAll(() => Promise.all([pds.close(), site.close(), http.onApplicationShutdown()]));
beforeEach(() => {
  clock.set(noon);
  saved = [];
  const configuration = { blueskyServiceUrl: pds.url, plcUrl: pds.url, sandbox: null };
  const platform = new PlatformHttp(http, new Breaker());
  const cards = new LinkCards(http);
  connector = inAnotherProcess(() => blueskyConnector(platform, clock, configuration, cards, noPause));
  access = new MemoryAccess(BLUESKY_LIMITS, {
    did: DID,
    handle: 'alice.test',
    pds: pds.url,
    appPassword: 'abcd-efgh-ijkl-mnop',
    accessJwt: 'a1',
    refreshJwt: 'r1',
    obtainedAt: noon.toISOString(),
  });
  pds.setAnswers({ [PUT]: acceptRecord, [UPLOAD]: blob, [GET]: absent });
  site.setAnswers({ [PAGE]: page(), [PICTURE]: () => binary(picture) });
});

const acceptRecord: ScriptedAnswer = (request) => ({
  json: { uri: `at://${DID}/app.bsky.feed.post/${String(request.json()['rkey'])}`, cid: 'bafy' },
});
const absent = { status: 400, json: { error: 'RecordNotFound', message: 'gone' } };
const blob: ScriptedAnswer = ({ body, headers }) => ({
  json: {
    blob: {
      $type: 'blob',
      ref: { $link: `cid-of-${String(body.length)}` },
      mimeType: headers['content-type'],
      size: body.length,
    },
  },
});
const page = (image = '/bread.png') => ({
  headers: { 'content-type': 'text/html' },
  text: `<title>Bread</title><meta property="og:description" content="Every day"><meta property="og:image" content="${image}">`,
});
const binary = (body: Buffer) => ({ headers: { 'content-type': 'image/png' }, bytes: body });
async function noise(width: number, height: number): Promise<Buffer> {
  const type = 'gaussian' as const;
  return sharp({
    create: { width, height, channels: 3, background: '#fff', noise: { type, mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
}
const publicationWith = (extra: Partial<OutgoingPublication> = {}): OutgoingPublication => ({
  ...publicationOf(`Read (${link}) and https://other.example`),
  ...extra,
});
const prepare = (publication: OutgoingPublication, refs: PublishRefs | null = null) =>
  connector.prepare(
    access,
    publication,
    refs,
    (next) => Promise.resolve(void saved.push(next)),
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
const call = (refs: PublishRefs, publication = publicationWith()) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const external = (thumb: unknown = expect.objectContaining({ $type: 'blob' })) => ({
  $type: 'app.bsky.embed.external',
  external: { uri: link, title: 'Bread', description: 'Every day', ...(thumb !== null && { thumb }) },
});

it('shows the first link as a card, with a picture within the size limit', async () => {
  const refs = await prepareRefs();
  expect(refs['record']).toMatchObject({ embed: external() });
  const [upload, ...others] = pds.requestsTo(UPLOAD);
  expect(others).toEqual([]);
  expect(upload?.headers['content-type']).toBe('image/jpeg');
  expect(upload?.body.length).toBeLessThanOrEqual(1_000_000);
  expect(await sharp(upload?.body).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 675 });
  expect((await call(refs)).kind).toBe('published');
  expect(pds.requestsTo(PUT)[0]?.json()['record']).toEqual(refs['record']);
});

it('stores the card before the upload, and posts the same card on a later attempt', async () => {
  pds.addAnswers({ [UPLOAD]: { status: 503, text: 'later' } });
  expect((await prepare(publicationWith())).kind).toBe('refused');
  expect(saved).toEqual([
    expect.objectContaining({
      card: expect.objectContaining({ link, title: 'Bread', description: 'Every day' }),
    }),
  ]);
  pds.addAnswers({ [UPLOAD]: blob });
  site.addAnswers({ [PAGE]: { ...page(), text: '<title>Another</title>' } });
  const refs = await prepareRefs(publicationWith(), saved[0]);
  expect(refs['record']).toMatchObject({ embed: external() });
  clock.advance(3_600_000);
  expect((await prepareRefs(publicationWith(), refs))['record']).toEqual({
    ...(refs['record'] as JsonObject),
    createdAt: clock.now().toISOString(),
  });
  expect(site.requestsTo(PAGE)).toHaveLength(1);
});

it.each([
  ['the author switched the card off', { options: { linkCard: false } }],
  ['the post has files', { media: [mediaAt(import.meta.filename, 100)] }],
  ['no URL has a scheme', { text: 'pages.sandbox.test/bread' }],
])('does not make a card if %s', async (_when, extra) => {
  const { record } = await prepareRefs(publicationWith(extra));
  expect(JSON.stringify(record)).not.toContain('external');
  expect([site.calls(), saved]).toEqual([[], []]);
});

it.each([
  ['is gone', { status: 404 }, 'refused'],
  ['does not respond', 'drop', 'no-answer'],
  ['has no title', { headers: { 'content-type': 'text/html' }, text: '<p>words</p>' }, 'no-title'],
  ['is a file', { headers: { 'content-type': 'application/pdf' }, text: '%PDF' }, 'not-a-page'],
  ['redirects to this host', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'blocked'],
] as const)('posts without a card if the page %s, and stores the reason', async (_what, response, noCard) => {
  site.addAnswers({ [PAGE]: response });
  const refs = await prepareRefs();
  expect(refs).toMatchObject({ card: null, noCard });
  expect(refs['record']).not.toHaveProperty('embed');
  expect((await call(refs)).kind).toBe('published');
  expect(await prepareRefs(publicationWith(), refs)).toEqual(refs);
  expect(site.calls()).toHaveLength(1);
});

it('posts the card without a picture if it is unavailable or the server refuses it', async () => {
  site.addAnswers({ [PICTURE]: 'drop' });
  expect((await prepareRefs())['record']).toMatchObject({ embed: external(null) });
  site.addAnswers({ [PICTURE]: () => binary(picture) });
  pds.addAnswers({ [UPLOAD]: { status: 413, json: { error: 'PayloadTooLarge', message: 'too large' } } });
  const { record } = await prepareRefs();
  expect(record).toMatchObject({ embed: external(null) });
  expect(JSON.stringify(record)).not.toContain('thumb');
});

it('posts without a card if the server refuses the record with the card', async () => {
  const refs = await prepareRefs();
  pds.addAnswers({ [PUT]: { status: 400, json: { error: 'InvalidRequest', message: 'Invalid embed' } } });
  const outcome = await call(refs);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'rejected', retryable: true });
  const again = await prepareRefs(publicationWith(), storedAfter(refs, outcome));
  expect(again['rkey']).toBe(refs['rkey']);
  expect(again['record']).not.toHaveProperty('embed');
  expect(await call(again)).toMatchObject({ kind: 'refused', retryable: false });
});

it('uploads a lost picture again under the same key, even if the picture has changed', async () => {
  const refs = await prepareRefs();
  const lost = { status: 400, json: { error: 'BlobNotFound', message: 'gone' } };
  pds.addAnswers({ [PUT]: lost });
  const outcome = await call(refs);
  const same = await prepareRefs(publicationWith(), storedAfter(refs, outcome));
  expect([same['rkey'], same['record']]).toEqual([refs['rkey'], refs['record']]);
  picture = await noise(900, 900);
  const other = await prepareRefs(publicationWith(), storedAfter(refs, outcome));
  expect(other['rkey']).toBe(refs['rkey']);
  expect(other['record']).not.toEqual(refs['record']);
  expect(other['record']).toMatchObject({ embed: external() });
  expect(site.requestsTo(PAGE)).toHaveLength(1);
});
