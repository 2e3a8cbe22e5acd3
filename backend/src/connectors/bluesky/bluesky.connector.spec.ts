import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import { BLUESKY_LIMITS } from './limits.ts';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import type { MediaItem, PublishRefs } from '../contract/publication.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { LinkCards } from '../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../kit/platform-http.ts';
import { mediaAt, MemoryAccess, publicationOf } from '../testing/account-access.ts';
import { inAnotherProcess, storedAfter } from '../testing/another-process.ts';
import { ScriptedServer, type ScriptedAnswer, type ScriptedReply } from '../testing/scripted-server.ts';
import { blueskyConnector } from './bluesky.connector.ts';
import { XrpcError } from './client/client.ts';

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const xrpc = (method: string) => `/xrpc/${method}`;
const CREATE_SESSION = `POST ${xrpc('com.atproto.server.createSession')}`;
const REFRESH = `POST ${xrpc('com.atproto.server.refreshSession')}`;
const DELETE_SESSION = `POST ${xrpc('com.atproto.server.deleteSession')}`;
const DESCRIBE = `GET ${xrpc('com.atproto.server.describeServer')}`;
const RESOLVE = `GET ${xrpc('com.atproto.identity.resolveHandle')}`;
const PROFILE = `GET ${xrpc('app.bsky.actor.getProfile')}`;
const PUT = `POST ${xrpc('com.atproto.repo.putRecord')}`;
const GET = `GET ${xrpc('com.atproto.repo.getRecord')}`;
const UPLOAD = `POST ${xrpc('com.atproto.repo.uploadBlob')}`;
const DOCUMENT = `GET /${DID}`;
const save = () => Promise.resolve();
const fault = (status: number, error: string, message = error): ScriptedReply => ({
  status,
  json: { error, message },
});
const refusal = { kind: 'refused', reason: 'reconnect', retryable: false };

let pds: ScriptedServer;
let plc: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof blueskyConnector>;
let access: MemoryAccess;
let folder: string;

beforeAll(async () => {
  [pds, plc] = await Promise.all([ScriptedServer.start(), ScriptedServer.start()]);
  http = new SafeHttp({ privateHosts: [pds, plc].map(({ port }) => ({ host: 'localhost', port })) });
  folder = await mkdtemp(join(tmpdir(), 'posthorn-bluesky-'));
});
afterAll(async () => {
  await Promise.all([
    pds.close(),
    plc.close(),
    http.onApplicationShutdown(),
    rm(folder, { recursive: true }),
  ]);
});
beforeEach(() => {
  clock.set(noon);
  const configuration = { blueskyServiceUrl: pds.url, plcUrl: plc.url, sandbox: null };
  const platform = new PlatformHttp(http, new Breaker());
  const cards = new LinkCards(http);
  connector = inAnotherProcess(() => blueskyConnector(platform, clock, configuration, cards, save));
  access = new MemoryAccess(BLUESKY_LIMITS, session('a1', 'r1'));
  plc.setAnswers({ [DOCUMENT]: { json: documentOf() } });
  pds.setAnswers({
    [RESOLVE]: { json: { did: DID } },
    [CREATE_SESSION]: {
      json: { did: DID, handle: 'alice.test', accessJwt: 'a1', refreshJwt: 'r1', didDoc: documentOf() },
    },
    [DESCRIBE]: { json: { availableUserDomains: ['.test'], blobUploadLimit: 1_000_000 } },
    [PROFILE]: fault(502, 'UpstreamFailure'),
  });
});

const session = (accessJwt: string, refreshJwt: string): JsonObject => ({
  did: DID,
  handle: 'alice.test',
  pds: pds.url,
  appPassword: 'abcd-efgh-ijkl-mnop',
  accessJwt,
  refreshJwt,
  obtainedAt: noon.toISOString(),
});
const documentOf = (handle = 'alice.test', endpoint = pds.url) => ({
  id: DID,
  alsoKnownAs: [`at://${handle}`],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: endpoint }],
});
const connect = (identifier = 'alice.test') =>
  connector.connect({ kind: 'app-password', identifier, password: 'abcd-efgh-ijkl-mnop' });
const prepareRefs = async (
  publication = publicationOf('Hi'),
  refs: PublishRefs | null = null,
): Promise<PublishRefs> => {
  const outcome = await connector.prepare(access, publication, refs, save, AbortSignal.timeout(5_000));
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  return outcome.refs;
};
const call = (refs: PublishRefs, publication = publicationOf('Hi')) =>
  connector.call(access, publication, refs, AbortSignal.timeout(5_000));
const acceptRecord: ScriptedAnswer = (request) => ({
  json: { uri: `at://${DID}/app.bsky.feed.post/${String(request.json()['rkey'])}`, cid: 'bafy' },
});
/** Accepts only one token, as the server does. */
const onlyWith =
  (
    token: string,
    response: ScriptedAnswer,
    otherwise = fault(400, 'ExpiredToken', 'Token has expired'),
  ): ScriptedAnswer =>
  (request) => {
    if (request.headers.authorization !== `Bearer ${token}`) return otherwise;
    return typeof response === 'function' ? response(request) : response;
  };

it('connects to a self-hosted local server', async () => {
  const account = await connect('@Alice.test');
  expect(account).toMatchObject({
    remoteId: DID,
    accountName: 'alice.test',
    displayName: null,
    server: pds.url,
    limits: { media: { imageBytes: 1_000_000, videoBytes: 1_000_000 } },
    credentials: { accessJwt: 'a1', refreshJwt: 'r1', appPassword: 'abcd-efgh-ijkl-mnop' },
  });
});
it('returns the picture of the account, and connects without one if there is no profile', async () => {
  const avatar = 'https://cdn.example/img/avatar/plain/did/cid@jpeg';
  expect((await connect()).picture).toBeUndefined();
  pds.addAnswers({ [PROFILE]: { json: { did: DID, displayName: 'Alice', avatar } } });
  expect(await connect()).toMatchObject({ displayName: 'Alice', picture: avatar });
});
it('logs in at the main service if the directory is down and the handle belongs to that service', async () => {
  plc.setAnswers({ [DOCUMENT]: 'drop' });
  expect(await connect()).toMatchObject({ remoteId: DID, server: pds.url });
});
it('does not send a password for a handle of another service while the directory is down', async () => {
  plc.setAnswers({ [DOCUMENT]: 'drop' });
  await expect(connect('alice.example')).rejects.toMatchObject({ code: 'integrations.server-unreachable' });
  expect(pds.calls()).not.toContain(CREATE_SESSION);
});
it('refuses a handle that the account does not confirm, before it sends a password', async () => {
  plc.setAnswers({ [DOCUMENT]: { json: documentOf('eve.test') } });
  await expect(connect()).rejects.toMatchObject({
    code: 'integrations.credentials-refused',
    message: CONNECT_TEXT.handleNotConfirmed('alice.test'),
  });
  expect(pds.calls()).not.toContain(CREATE_SESSION);
});
it('refuses a DID document with a server at a private address', async () => {
  plc.setAnswers({ [DOCUMENT]: { json: documentOf('alice.test', 'http://localhost:1') } });
  await expect(connect('alice.test')).rejects.toMatchObject({
    message: CONNECT_TEXT.serverUnreachable('localhost:1'),
  });
});
it('refuses a session for a different account', async () => {
  pds.addAnswers({
    [CREATE_SESSION]: { json: { did: 'did:plc:somebodyelse', accessJwt: 'a', refreshJwt: 'r' } },
  });
  await expect(connect()).rejects.toMatchObject({ code: 'integrations.credentials-refused' });
});
it.each([
  [fault(401, 'AuthenticationRequired'), 'credentials-refused', CONNECT_TEXT.blueskyFailed],
  [fault(401, 'AuthFactorTokenRequired'), 'credentials-refused', CONNECT_TEXT.appPasswordNeeded],
  [fault(401, 'AccountTakedown'), 'credentials-refused', CONNECT_TEXT.accountClosed],
  [{ json: { did: DID, active: false } }, 'credentials-refused', CONNECT_TEXT.accountClosed],
  [
    { ...fault(429, 'RateLimitExceeded'), headers: { 'retry-after': '290', date: noon.toUTCString() } },
    'rate-limited',
    CONNECT_TEXT.tooManySignIns(5),
  ],
] as const)('for the response %j, throws the code %s', async (response, code, message) => {
  pds.addAnswers({ [CREATE_SESSION]: response });
  await expect(connect()).rejects.toMatchObject({ code: `integrations.${code}`, message });
});
it('throws if a server is down', async () => {
  pds.addAnswers({ [CREATE_SESSION]: { status: 503, text: '<html>maintenance</html>' } });
  await expect(connect()).rejects.toMatchObject({ code: 'integrations.server-unreachable' });
});
it('throws if a handle does not exist', async () => {
  pds.addAnswers({ [RESOLVE]: fault(400, 'InvalidRequest', 'Unable to resolve handle') });
  await expect(connect('nobody.test')).rejects.toMatchObject({
    message: CONNECT_TEXT.handleUnknown('nobody.test'),
  });
});

it('writes a post under its own key, and never replaces another record', async () => {
  pds.addAnswers({ [PUT]: acceptRecord });
  const refs = await prepareRefs();
  expect(pds.calls()).toEqual([]);
  const outcome = await call(refs);
  const key = refs['rkey'] as string;
  expect(outcome).toEqual({
    kind: 'published',
    remoteId: `at://${DID}/app.bsky.feed.post/${key}`,
    permalink: `https://bsky.app/profile/${DID}/post/${key}`,
  });
  expect(pds.requests.map((request) => request.json())).toEqual([
    { repo: DID, collection: 'app.bsky.feed.post', rkey: key, record: refs['record'], swapRecord: null },
  ]);
});
it('prepares the same record for the same text within minutes, and another record for another text', async () => {
  const refs = await prepareRefs();
  clock.advance(4 * 60_000);
  expect(await prepareRefs(publicationOf('Hi'), refs)).toEqual(refs);
  expect((await prepareRefs(publicationOf('Ho'), refs))['rkey']).not.toBe(refs['rkey']);
});
it.each([
  ['a text', false],
  ['an image', true],
])('gives %s that is sent again days later the current time, under the same key', async (_what, hasImage) => {
  pds.addAnswers({ [UPLOAD]: blobs() });
  const publication = publicationOf('Late', hasImage ? [await picture('late')] : []);
  const refs = await prepareRefs(publication);
  clock.advance(2 * 24 * 3_600_000);
  const again = await prepareRefs(publication, refs);
  const record = { ...(refs['record'] as JsonObject), createdAt: '2030-01-03T12:00:00.000Z' };
  expect([again['rkey'], again['record']]).toEqual([refs['rkey'], record]);
});
it.each([
  ['after the later one', ['new', 'old']],
  ['before the later one', ['old', 'new', 'old']],
] as const)('makes one post if an earlier call arrives %s', async (_when, order) => {
  const records = new Map<string, string>();
  pds.addAnswers({
    // With `swapRecord: null`, the server accepts only a new record or the same record.
    [PUT]: (request) => {
      const { rkey, record, swapRecord } = request.json();
      const [key, value] = [String(rkey), JSON.stringify(record)];
      if (swapRecord === null && (records.get(key) ?? value) !== value) return fault(400, 'InvalidSwap');
      records.set(key, value);
      return (acceptRecord as (put: typeof request) => ScriptedReply)(request);
    },
    [GET]: ({ query }) => {
      const key = query.get('rkey') ?? '';
      const uri = `at://${DID}/app.bsky.feed.post/${key}`;
      return records.has(key) ? { json: { uri } } : fault(400, 'RecordNotFound');
    },
  });
  const old = await prepareRefs();
  clock.advance(3_600_000);
  const refs = { old, new: await prepareRefs(publicationOf('Hi'), old) };
  expect(refs.new['record']).not.toEqual(old['record']);
  for (const each of order) {
    expect(await call(refs[each])).toMatchObject({
      kind: 'published',
      remoteId: `at://${DID}/app.bsky.feed.post/${old['rkey'] as string}`,
    });
  }
  expect([...records.values()]).toEqual([JSON.stringify(refs[order[0]]['record'])]);
});
it('sets the language of a post only when the user has chosen one', async () => {
  const inDanish = { ...publicationOf('Hej'), options: { language: 'da' } };
  expect((await prepareRefs(inDanish))['record']).toMatchObject({ text: 'Hej', langs: ['da'] });
  expect((await prepareRefs())['record']).not.toHaveProperty('langs');
});
it('renews an expired session once for all waiting calls, and stores the new refresh token', async () => {
  pds.addAnswers({
    [PUT]: onlyWith('a2', acceptRecord),
    [REFRESH]: { json: { accessJwt: 'a2', refreshJwt: 'r2' } },
  });
  const refs = await prepareRefs();
  const outcomes = await Promise.all([call(refs), call(refs), call(refs)]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['published', 'published', 'published']);
  const [refresh, ...others] = pds.requestsTo(REFRESH);
  expect([refresh?.headers.authorization, refresh?.body.length, others.length]).toEqual(['Bearer r1', 0, 0]);
  expect(access.current).toMatchObject({ accessJwt: 'a2', refreshJwt: 'r2' });
  expect(pds.calls()).not.toContain(CREATE_SESSION);
});
it('renews a session shortly before it ends, by the local clock', async () => {
  const claims = { iat: 1_000_000, exp: 1_000_000 + 7_200 };
  const jwt = (name: string) =>
    `x.${Buffer.from(JSON.stringify({ ...claims, name })).toString('base64url')}.x`;
  access.current = session(jwt('old'), 'r1');
  pds.addAnswers({ [PUT]: acceptRecord, [REFRESH]: { json: { accessJwt: jwt('new'), refreshJwt: 'r2' } } });
  const refs = await prepareRefs();
  clock.advance(100 * 60_000);
  await call(refs);
  expect(pds.calls()).toEqual([PUT]);
  clock.advance(16 * 60_000);
  await call(refs);
  await call(refs);
  expect(pds.calls()).toEqual([PUT, REFRESH, PUT, PUT]);
});
it('logs in again with the app password when the refresh token has expired', async () => {
  const again = { json: { did: DID, handle: 'alice.test', accessJwt: 'a3', refreshJwt: 'r3' } };
  pds.addAnswers({
    [PUT]: onlyWith('a3', acceptRecord),
    [REFRESH]: fault(400, 'ExpiredToken', 'revoked'),
    [CREATE_SESSION]: again,
  });
  expect((await call(await prepareRefs())).kind).toBe('published');
  expect(pds.requestsTo(CREATE_SESSION)[0]?.json()).toEqual({
    identifier: DID,
    password: 'abcd-efgh-ijkl-mnop',
  });
});
it('needs a new login only if the platform definitely refuses', async () => {
  const refs = await prepareRefs();
  pds.addAnswers({
    [PUT]: onlyWith('a9', acceptRecord),
    [REFRESH]: fault(400, 'InvalidToken'),
    [CREATE_SESSION]: fault(401, 'AuthenticationRequired', 'Invalid identifier or password'),
  });
  expect(await call(refs)).toEqual({ ...refusal, words: 'Invalid identifier or password' });
  pds.addAnswers({ [REFRESH]: fault(400, 'AccountTakedown', 'Account has been taken down') });
  expect(await call(refs)).toEqual({ ...refusal, words: 'Account has been taken down' });
  pds.addAnswers({ [REFRESH]: 'drop' });
  expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'network', retryable: true });
  pds.addAnswers({ [REFRESH]: fault(502, 'UpstreamFailure') });
  expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
});
it('recognizes its post even if the owner has edited it since then', async () => {
  const refs = await prepareRefs();
  pds.addAnswers({ [PUT]: fault(400, 'InvalidSwap'), [GET]: { json: { uri: 'at://x', value: {} } } });
  expect(await call(refs)).toMatchObject({ kind: 'published', remoteId: 'at://x' });
  pds.addAnswers({ [GET]: fault(400, 'RecordNotFound') });
  expect(await call(refs)).toMatchObject({ kind: 'refused', reason: 'rejected' });
  pds.addAnswers({ [GET]: fault(502, 'UpstreamFailure') });
  expect(await call(refs)).toMatchObject({ kind: 'unknown', cause: 'server-error' });
});
it('finds a post by its key', async () => {
  const refs = await prepareRefs();
  const lookUp = () => connector.lookUp(access, publicationOf('Hi'), refs);
  pds.addAnswers({ [GET]: { json: { uri: 'at://x', value: {} } } });
  expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: 'at://x' });
  expect(pds.requests.at(-1)?.query.get('rkey')).toBe(refs['rkey']);
  for (const absent of [
    fault(400, 'RecordNotFound'),
    fault(400, 'InvalidRequest', 'Could not locate record: at://x'),
  ]) {
    pds.addAnswers({ [GET]: absent });
    expect(await lookUp()).toEqual({ kind: 'absent' });
  }
  for (const unusable of ['drop', fault(502, 'UpstreamFailure'), { text: '<html></html>' }] as const) {
    pds.addAnswers({ [GET]: unusable });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
  }
  pds.addAnswers({ [GET]: { ...fault(429, 'RateLimitExceeded'), headers: { 'retry-after': '30' } } });
  expect(await lookUp()).toMatchObject({ kind: 'failed', until: '2030-01-01T12:00:30.000Z' });
});

async function picture(name: string, width = 8, height = 8): Promise<MediaItem> {
  const path = join(folder, `${name}.png`);
  const noise = {
    width,
    height,
    channels: 3,
    background: '#fff',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  } as const;
  await sharp({ create: noise }).png().toFile(path);
  return mediaAt(path, (await stat(path)).size, { width, height, altText: name });
}
const blobs =
  (tag = ''): ScriptedAnswer =>
  (request) => ({
    json: {
      blob: {
        $type: 'blob',
        ref: { $link: `${tag}${String(request.body.length)}` },
        mimeType: request.headers['content-type'],
      },
    },
  });

it('attaches up to four images, and more as a gallery', async () => {
  pds.addAnswers({ [UPLOAD]: blobs() });
  const media = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((name) => picture(name)));
  const few = await prepareRefs(publicationOf('Four', media.slice(0, 4)));
  expect(few['record']).toMatchObject({
    embed: {
      $type: 'app.bsky.embed.images',
      images: [{ alt: 'one', aspectRatio: { width: 8, height: 8 } }, {}, {}, {}],
    },
  });
  const many = await prepareRefs(publicationOf('Five', media));
  expect(many['record']).toMatchObject({
    embed: { $type: 'app.bsky.embed.gallery', items: [{}, {}, {}, {}, { alt: 'five' }] },
  });
});
it("shrinks an image to the account's limit", async () => {
  access = new MemoryAccess(
    { ...BLUESKY_LIMITS, media: { ...BLUESKY_LIMITS.media, imageBytes: 60_000 } },
    session('a1', 'r1'),
  );
  pds.addAnswers({ [UPLOAD]: blobs() });
  const large = await picture('large', 900, 600);
  expect(large.bytes).toBeGreaterThan(60_000);
  const refs = await prepareRefs(publicationOf('Large', [large]));
  const [upload] = pds.requestsTo(UPLOAD);
  expect(upload?.headers['content-type']).toBe('image/jpeg');
  expect(upload?.body.length).toBeLessThanOrEqual(60_000);
  const { width, height } = await sharp(upload?.body).metadata();
  expect(refs['record']).toMatchObject({ embed: { images: [{ aspectRatio: { width, height } }] } });
});
it('refuses a file that is not an image, without a retry', async () => {
  const path = join(folder, 'broken.png');
  await writeFile(path, 'no picture');
  const broken = publicationOf('Broken', [mediaAt(path, 9_000_000)]);
  expect(await connector.prepare(access, broken, null, save, AbortSignal.timeout(5_000))).toMatchObject({
    kind: 'refused',
    reason: 'media-rejected',
    variant: 'unreadable',
    values: { file: broken.media[0]?.mediaUrl },
    retryable: false,
  });
});
it('uploads a file again after the server has deleted it, without changing the key or the record', async () => {
  const publication = publicationOf('Swept', [await picture('swept')]);
  pds.addAnswers({ [UPLOAD]: blobs(), [PUT]: fault(400, 'BlobNotFound', 'Could not find blob') });
  const refs = await prepareRefs(publication);
  expect(await prepareRefs(publication, refs)).toEqual(refs);
  const outcome = await call(refs, publication);
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'media-lost', retryable: true });
  const again = await prepareRefs(publication, storedAfter(refs, outcome));
  expect(pds.requestsTo(UPLOAD)).toHaveLength(2);
  expect(await prepareRefs(publication, again)).toEqual(again);
  expect(pds.requestsTo(UPLOAD)).toHaveLength(2);
  expect([again['rkey'], again['record']]).toEqual([refs['rkey'], refs['record']]);
});
it('keeps the key for a record with other files, so that the old record makes no second post', async () => {
  const publication = publicationOf('Other', [await picture('other')]);
  pds.addAnswers({ [UPLOAD]: blobs() });
  const refs = await prepareRefs(publication);
  clock.advance(31 * 60_000);
  pds.addAnswers({ [UPLOAD]: blobs('other-'), [GET]: fault(400, 'RecordNotFound') });
  const again = await prepareRefs(publication, refs);
  expect(again['rkey']).toBe(refs['rkey']);
  expect(JSON.stringify(again['record'])).toContain('other-');
});
it('uploads a video to a self-hosted server as a plain file', async () => {
  const path = join(folder, 'clip.mp4');
  await writeFile(path, 'not really a video');
  pds.addAnswers({ [UPLOAD]: blobs() });
  const clip = mediaAt(path, 18, {
    kind: 'video',
    mimeType: 'video/mp4',
    width: 640,
    height: 360,
    altText: 'A clip',
  });
  const refs = await prepareRefs(publicationOf('Clip', [clip]));
  expect(refs['record']).toMatchObject({
    embed: { $type: 'app.bsky.embed.video', alt: 'A clip', aspectRatio: { width: 640, height: 360 } },
  });
  expect(pds.requestsTo(UPLOAD)[0]?.headers['content-type']).toBe('video/mp4');
});
it('repeats an upload after a temporary failure', async () => {
  let tries = 0;
  pds.addAnswers({
    [UPLOAD]: (request) =>
      ++tries < 3
        ? fault(502, 'UpstreamFailure')
        : (blobs() as (a: typeof request) => ScriptedReply)(request),
  });
  await prepareRefs(publicationOf('Again', [await picture('again')]));
  expect(tries).toBe(3);
});
it('ends the session when the account is disconnected', async () => {
  pds.addAnswers({ [DELETE_SESSION]: {} });
  await connector.disconnect(session('a1', 'r1'));
  expect(pds.requests[0]?.headers.authorization).toBe('Bearer r1');
});
it.each([fault(400, 'ExpiredToken', 'Token has been revoked'), fault(400, 'InvalidToken')])(
  'treats an account as disconnected if its session has already ended',
  async (response) => {
    pds.addAnswers({ [DELETE_SESSION]: response });
    expect(await connector.disconnect(session('a1', 'r1'))).toBe(true);
  },
);
it('throws if the server could not end the session', async () => {
  pds.addAnswers({ [DELETE_SESSION]: fault(500, 'InternalServerError') });
  await expect(connector.disconnect(session('a1', 'r1'))).rejects.toBeInstanceOf(XrpcError);
});

const DELETE_RECORD = `POST ${xrpc('com.atproto.repo.deleteRecord')}`;
const SESSION = `GET ${xrpc('com.atproto.server.getSession')}`;
const remote = (uri = `at://${DID}/app.bsky.feed.post/3k`) => ({
  remoteId: uri,
  permalink: null,
  publishRefs: null,
});
const remove = (uri?: string) => connector.deletePost(access, remote(uri), AbortSignal.timeout(5_000));

it('deletes the record of a post, even if the session must be renewed first', async () => {
  pds.addAnswers({
    [DELETE_RECORD]: onlyWith('a2', { json: {} }),
    [REFRESH]: { json: { accessJwt: 'a2', refreshJwt: 'r2' } },
  });
  expect(await remove()).toEqual({ kind: 'deleted' });
  expect(pds.requestsTo(DELETE_RECORD)[1]?.json()).toEqual({
    repo: DID,
    collection: 'app.bsky.feed.post',
    rkey: '3k',
  });
});
it('does not delete a record in the repository of another account', async () => {
  pds.addAnswers({ [DELETE_RECORD]: { json: {} } });
  expect(await remove('at://did:plc:other/app.bsky.feed.post/3k')).toMatchObject({
    kind: 'refused',
    reason: 'not-found',
    retryable: false,
  });
  expect(pds.requestsTo(DELETE_RECORD)).toEqual([]);
});
it.each([
  ['a server error', fault(502, 'UpstreamFailure'), { kind: 'unknown', cause: 'server-error' }],
  ['a cut connection', 'drop', { kind: 'unknown', cause: 'reset' }],
  ['a rate limit', fault(429, 'RateLimitExceeded'), { kind: 'postponed', reason: 'rate-limit' }],
  ['a refusal', fault(400, 'InvalidRequest', 'No'), { kind: 'refused', reason: 'rejected' }],
] as const)('returns the outcome of a deletion: %s', async (_what, response, outcome) => {
  pds.addAnswers({ [DELETE_RECORD]: response });
  expect(await remove()).toMatchObject(outcome);
});
it('detects before a post is due that the session can no longer be renewed', async () => {
  pds.addAnswers({ [SESSION]: onlyWith('a1', { json: { did: DID } }) });
  expect(await connector.readiness(access)).toEqual([]);
  pds.addAnswers({
    [SESSION]: fault(400, 'ExpiredToken'),
    [REFRESH]: fault(400, 'ExpiredToken'),
    [CREATE_SESSION]: fault(401, 'AuthenticationRequired', 'Invalid identifier or password'),
  });
  await expect(connector.readiness(access)).rejects.toThrow('Invalid identifier or password');
  pds.addAnswers({ [SESSION]: fault(400, 'AccountTakedown', 'Account has been taken down') });
  await expect(connector.readiness(access)).rejects.toThrow('Account has been taken down');
});

it.each([
  ['endless brackets', '['.repeat(250_000)],
  ['a document that is too large', JSON.stringify({ id: DID, more: 'x'.repeat(256_000) })],
])('treats a directory that returns %s as down', async (_, text) => {
  plc.setAnswers({ [DOCUMENT]: { text } });
  await expect(connect('alice.example')).rejects.toMatchObject({ code: 'integrations.server-unreachable' });
  expect(pds.calls()).not.toContain(CREATE_SESSION);
});
it('refuses an oversized session response', async () => {
  const more = { did: DID, accessJwt: 'a1', refreshJwt: 'r1', more: 'x'.repeat(256_000) };
  pds.addAnswers({ [CREATE_SESSION]: { json: more } });
  await expect(connect()).rejects.toMatchObject({ code: 'integrations.server-unreachable' });
});
