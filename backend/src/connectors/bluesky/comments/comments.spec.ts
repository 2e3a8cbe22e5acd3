import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { CommentConnector, KnownComment, ReadCursor } from '../../contract/comments.ts';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { blueskyConnector } from '../bluesky.connector.ts';
import { BLUESKY_LIMITS } from '../limits.ts';

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
const BEN = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const POST = `at://${DID}/app.bsky.feed.post/3mkq2a7zzzz22`;
const NEWS = 'GET /xrpc/app.bsky.notification.listNotifications';
const COUNTS = 'GET /xrpc/app.bsky.feed.getPosts';
const THREAD = 'GET /xrpc/app.bsky.feed.getPostThread';
const GET = 'GET /xrpc/com.atproto.repo.getRecord';
const PUT = 'POST /xrpc/com.atproto.repo.putRecord';
const GATE = 'app.bsky.feed.threadgate';
const since = '2029-12-31T12:00:00.000Z';
const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const timeoutSignal = () => AbortSignal.timeout(5_000);

let pds: ScriptedServer;
let http: SafeHttp;
let comments: CommentConnector;
let access: MemoryAccess;

beforeAll(async () => {
  pds = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: pds.port }] });
});
afterAll(async () => {
  await Promise.all([pds.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  clock.set(noon);
  const configuration = { blueskyServiceUrl: pds.url, plcUrl: pds.url, sandbox: null };
  const platform = new PlatformHttp(http, new Breaker());
  comments = blueskyConnector(platform, clock, configuration, new LinkCards(http)).comments;
  access = new MemoryAccess(BLUESKY_LIMITS, {
    did: DID,
    handle: 'alice.test',
    pds: pds.url,
    appPassword: 'x',
    accessJwt: 'a',
    refreshJwt: 'r',
    obtainedAt: noon.toISOString(),
  });
  pds.setAnswers({});
});

const uriOf = (key: string, did = BEN) => `at://${did}/app.bsky.feed.post/${key}`;
const refOf = (uri: string) => ({ uri, cid: `cid of ${uri}` });
/** A reply as it appears in lists and threads. */
const replyView = (key: string, minute = 0, extra: object = {}, root = POST) => ({
  ...refOf(uriOf(key)),
  author: { did: BEN, handle: 'ben.test', displayName: 'Ben' },
  record: { text: key, reply: { root: refOf(root), parent: refOf(root) } },
  indexedAt: new Date(noon.getTime() + minute * 60_000).toISOString(),
  ...extra,
});
const knownComment = (key = 'a'): KnownComment => ({
  key: uriOf(key),
  remoteId: uriOf(key),
  postRemoteId: POST,
  parentRemoteId: null,
  permalink: null,
  refs: { cid: 'old', root: refOf(POST) },
  author: { remoteId: BEN, handle: 'ben.test' },
});
const watched = { remoteId: POST, permalink: null, count: 1, publishedAt: since };
const read = async (cursor: ReadCursor | null = null, posts: readonly (typeof watched)[] = []) => {
  const outcome = await comments.news?.(access, { cursor, posts, since }, timeoutSignal());
  if (outcome?.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome;
};
const thread = (after: string | null = null) => comments.thread(access, watched, after, timeoutSignal());
const notFound: ScriptedReply = { status: 400, json: { error: 'NotFound', message: 'Post not found' } };

it('returns only replies in threads of the account', async () => {
  const elsewhere = replyView('b', 1, {}, uriOf('x'));
  const mention = replyView('c', 1, { reason: 'mention', record: { text: 'no reply' } });
  pds.setAnswers({ [NEWS]: { json: { notifications: [replyView('a', 1), elsewhere, mention] } } });
  expect((await read()).comments.map(({ text }) => text)).toEqual(['a']);
  expect(pds.requests[0]?.query.getAll('reasons')).toEqual(['reply', 'mention']);
});

it('reads back to 15 minutes before the last known comment', async () => {
  pds.setAnswers({
    [NEWS]: { json: { notifications: [replyView('d', 60), replyView('c', 50)], cursor: 'p2' } },
  });
  const first = await read({ seenTo: noon.toISOString() });
  expect(first).toMatchObject({ more: true, comments: [{}, {}] });
  pds.setAnswers({
    [NEWS]: { json: { notifications: [replyView('b', -10), replyView('a', -16)], cursor: 'p3' } },
  });
  const second = await read(first.cursor);
  expect(pds.requests[0]?.query.get('cursor')).toBe('p2');
  expect(second.comments.map(({ text }) => text)).toEqual(['b']);
  expect(second).toMatchObject({ more: false, cursor: { seenTo: replyView('d', 60).indexedAt, page: null } });
});

it('reports posts whose number of comments has changed, even to zero', async () => {
  const other = { ...watched, remoteId: uriOf('gone', DID), count: 3 };
  const same = { ...watched, remoteId: uriOf('same', DID), count: 2 };
  const posts = [
    { uri: POST, replyCount: 4 },
    { uri: same.remoteId, replyCount: 2 },
  ];
  pds.setAnswers({ [NEWS]: { json: { notifications: [] } }, [COUNTS]: { json: { posts } } });
  expect((await read(null, [watched, other, same])).moved).toEqual([
    { remoteId: POST, count: 4 },
    { remoteId: other.remoteId, count: 0 },
  ]);
});

it('recognizes a bot by its own label, not by a label from another account', async () => {
  const author = (src: string) => ({
    author: { did: BEN, handle: 'ben.test', labels: [{ val: 'bot', src }] },
  });
  const notifications = [replyView('a', 1, author(BEN)), replyView('b', 1, author(DID))];
  pds.setAnswers({ [NEWS]: { json: { notifications } } });
  expect((await read()).comments.map(({ author: { isBot } }) => isBot)).toEqual([true, false]);
});

const RENEW = 'POST /xrpc/com.atproto.server.refreshSession';
it.each([
  ['JwtExpired', 'jwt expired', [NEWS]],
  ['BadJwtSignature', 'jwt signature does not match jwt issuer', [NEWS]],
  // The app does not know the account yet.
  ['AuthenticationRequired', 'identity unknown', [NEWS]],
  // The server itself may have refused our token, so a fresh token is tried once.
  ['AuthenticationRequired', 'Authentication Required', [NEWS, RENEW, NEWS]],
] as const)(
  'keeps the account connected if the app refuses a call of its server with %s (%s)',
  async (error, message, calls) => {
    const session = { accessJwt: 'a2', refreshJwt: 'r2', did: DID, handle: 'alice.test' };
    pds.setAnswers({ [NEWS]: { status: 401, json: { error, message } }, [RENEW]: { json: session } });
    const outcome = await comments.news?.(access, { cursor: null, posts: [], since }, timeoutSignal());
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'server', words: message, retryable: true });
    expect(pds.calls()).toEqual(calls);
  },
);

it('continues branches that a server cuts off, and omits blocked comments', async () => {
  const deep = (key: string, left: number): object => ({
    post: replyView(key, 1, { replyCount: 1 }),
    ...(left > 0 && { replies: [deep(`${key}x`, left - 1), { uri: uriOf('b'), blocked: true }] }),
  });
  const cut = uriOf(`a${'x'.repeat(19)}`);
  const root = { post: replyView('root', 0, { ...refOf(POST), replyCount: 1 }), replies: [deep('a', 19)] };
  pds.setAnswers({ [THREAD]: { json: { thread: root } } });
  const first = await thread();
  expect(first).toMatchObject({ kind: 'read', next: cut });
  expect(first.kind === 'read' && first.comments).toHaveLength(20);
  pds.setAnswers({ [THREAD]: { json: { thread: { post: replyView('z', 1), replies: [] } } } });
  expect(await thread(cut)).toMatchObject({ kind: 'read', next: null, comments: [{ text: 'z' }] });
  expect(pds.requests[0]?.query.get('uri')).toBe(cut);
});

it('reads a thread that is larger than the usual limit for responses', async () => {
  const long = 'x'.repeat(2_900);
  const replies = Array.from({ length: 400 }, (_, index) => ({
    post: replyView(`k${String(index)}`, 1, {
      record: { text: long, reply: { root: refOf(POST), parent: refOf(POST) } },
    }),
  }));
  pds.setAnswers({ [THREAD]: { json: { thread: { post: { ...refOf(POST) }, replies } } } });
  const read = await thread();
  expect(read.kind === 'read' && read.comments.length).toBe(400);
});

it('distinguishes a deleted post from a deleted branch', async () => {
  pds.setAnswers({ [THREAD]: notFound });
  expect(await thread()).toEqual({ kind: 'post-gone' });
  expect(await thread(uriOf('a'))).toEqual({ kind: 'read', comments: [], next: null });
});

it("cannot determine whether a blocked author's comment exists", async () => {
  const one = () => comments.one(access, knownComment(), timeoutSignal());
  pds.setAnswers({ [THREAD]: { json: { thread: { uri: uriOf('a'), blocked: true } } } });
  expect(await one()).toEqual({ kind: 'cannot-tell' });
  pds.setAnswers({ [THREAD]: { json: { thread: { uri: uriOf('a'), notFound: true } } } });
  expect(await one()).toEqual({ kind: 'gone' });
  pds.setAnswers({ [THREAD]: { status: 502, json: { error: 'UpstreamFailure', message: '' } } });
  expect(await one()).toMatchObject({ kind: 'refused', retryable: true });
});

it('hides a comment in the existing thread gate, and tries again after a concurrent change', async () => {
  let round = 0;
  const gate = { $type: GATE, post: POST, allow: [], hiddenReplies: [uriOf('old')], createdAt: since };
  pds.setAnswers({
    [GET]: () => ({ json: { uri: POST, cid: `cid ${String(round)}`, value: gate } }),
    [PUT]: () =>
      round++ === 0 ? { status: 400, json: { error: 'InvalidSwap', message: '' } } : { json: {} },
  });
  expect(await comments.hide?.(access, knownComment(), true, timeoutSignal())).toEqual({ kind: 'done' });
  const [, put] = pds.requestsTo(PUT);
  expect(put?.json()).toMatchObject({
    collection: GATE,
    rkey: '3mkq2a7zzzz22',
    swapRecord: 'cid 1',
    record: { ...gate, hiddenReplies: [uriOf('old'), uriOf('a')] },
  });
});

it('creates a thread gate that allows all replies, and refuses more than 300 hidden replies', async () => {
  pds.setAnswers({
    [GET]: { status: 400, json: { error: 'RecordNotFound', message: '' } },
    [PUT]: { json: {} },
  });
  await comments.hide?.(access, knownComment(), true, timeoutSignal());
  const { record, swapRecord } = pds.requestsTo(PUT)[0]?.json() ?? {};
  expect([Object.keys(record as object).sort(), swapRecord]).toEqual([
    ['$type', 'createdAt', 'hiddenReplies', 'post'],
    null,
  ]);
  const hiddenReplies = Array.from({ length: 300 }, (_, index) => uriOf(String(index)));
  pds.setAnswers({ [GET]: { json: { cid: 'c', value: { post: POST, hiddenReplies } } } });
  const full = await comments.hide?.(access, knownComment(), true, timeoutSignal());
  expect(full).toEqual({ kind: 'refused', reason: 'hidden-limit', words: null, retryable: false });
});

it('replies to the current version of a comment, and changes only the time for later attempts', async () => {
  pds.setAnswers({ [THREAD]: { json: { thread: { post: replyView('a') } } } });
  const reply = {
    replyId: 'r1',
    accountId: 7,
    ownerId: 'ana',
    text: 'See example.com',
    comment: knownComment(),
  };
  const outcome = await comments.prepareReply(access, reply, null, () => Promise.resolve(), timeoutSignal());
  if (outcome.kind !== 'prepared') throw new Error(JSON.stringify(outcome));
  expect(outcome.refs).toMatchObject({
    replyId: 'r1',
    record: {
      text: 'See example.com',
      facets: [{}],
      reply: { root: refOf(POST), parent: refOf(uriOf('a')) },
    },
  });
  pds.setAnswers({});
  const again = await comments.prepareReply(
    access,
    reply,
    outcome.refs,
    () => Promise.resolve(),
    timeoutSignal(),
  );
  expect([again, pds.calls()]).toEqual([outcome, []]);
  clock.advance(3_600_000);
  const later = await comments.prepareReply(
    access,
    reply,
    outcome.refs,
    () => Promise.resolve(),
    timeoutSignal(),
  );
  const record = { ...(outcome.refs['record'] as object), createdAt: '2030-01-01T13:00:00.000Z' };
  expect(later).toEqual({ kind: 'prepared', refs: { ...outcome.refs, record } });
});

it('counts bytes if the limit of bytes is reached before the limit of characters', () => {
  const family = '👩‍👩‍👧‍👦';
  expect(comments.replyLength(family.repeat(3), knownComment())).toEqual({ used: 3, max: 300 });
  expect(comments.replyLength(family.repeat(150), knownComment())).toEqual({ used: 150 * 25, max: 3000 });
});
