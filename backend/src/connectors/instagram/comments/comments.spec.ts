import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { CommentConnector, KnownComment, WatchedPost } from '../../contract/comments.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { INSTAGRAM_LIMITS } from '../limits.ts';
import { instagramConnector } from '../instagram.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const THREAD = 'GET /v26.0/34/comments';
const COMMENT = 'GET /v26.0/56';
const REPLIES = 'GET /v26.0/56/replies';
const REPLY = 'POST /v26.0/56/replies';
const PERMALINK = 'https://www.instagram.com/p/abc/';

const fault = (code: number, extra: object = {}): ScriptedReply => ({
  status: 400,
  json: { error: { code, message: 'No.', ...extra } },
});
const commentJson = (id: string, extra: object = {}) => ({
  id,
  text: 'Lovely',
  from: { id: '99', username: 'ben.bakes' },
  username: 'ben.bakes',
  timestamp: '2030-01-01T11:59:00+0000',
  hidden: false,
  ...extra,
});
const ownReply = (id: string, text: string, extra: object = {}) =>
  commentJson(id, {
    text,
    from: undefined,
    username: undefined,
    user: { id: '12' },
    parent_id: '56',
    ...extra,
  });
const post: WatchedPost = { remoteId: '34', permalink: PERMALINK, count: 2, publishedAt: noon.toISOString() };
const comment: KnownComment = {
  key: '56',
  remoteId: '56',
  postRemoteId: '34',
  parentRemoteId: null,
  permalink: PERMALINK,
  refs: {},
  author: { remoteId: '99', handle: 'ben.bakes' },
};
const replyTo = (to: KnownComment) => ({
  replyId: 'r',
  accountId: 7,
  ownerId: 'ana',
  text: 'Thank you',
  comment: to,
});
const signal = new AbortController().signal;

let server: ScriptedServer;
let http: SafeHttp;
let comments: CommentConnector;
let access: MemoryAccess;

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const app = { keys: { id: 'app', secret: 'secret' }, authorizeUrl: '', tokenUrl: '', scopes: [] };
  const apps = {
    facebook: { ...app, apiUrl: server.url },
    'instagram-login': { ...app, apiUrl: server.url },
    instagramApiUrl: server.url,
    metaGraphVersion: 'v26.0',
  };
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  const clock = new FixedClock(noon);
  comments = instagramConnector(new PlatformHttp(http, new Breaker()), clock, apps, media).comments;
  access = new MemoryAccess(INSTAGRAM_LIMITS, { accessToken: 'token', ownerId: '12', scopes: [] });
});

const thread = () => comments.thread(access, post, null, signal);

it('reads further replies that the list of comments does not contain', async () => {
  const paging = { cursors: { after: 'last' }, next: 'https://x.example/' };
  const replies = { data: [ownReply('57', 'Thank you', { parent_id: undefined })], paging };
  server.setAnswers({
    [THREAD]: { json: { data: [commentJson('56', { replies })] } },
    [REPLIES]: ({ query }) => ({
      json: { data: query.get('after') === 'last' ? [commentJson('58', { parent_id: '56' })] : [] },
    }),
  });
  expect(await thread()).toMatchObject({
    next: null,
    comments: [
      { key: '56', parentRemoteId: null, isOwn: false, author: { remoteId: '99', handle: 'ben.bakes' } },
      // The response contains no author, but `user` marks the comment as the account's own.
      { key: '57', parentRemoteId: '56', isOwn: true, permalink: PERMALINK },
      { key: '58', parentRemoteId: '56', isOwn: false },
    ],
  });
});

it('returns a thread without the replies to a comment that has been deleted in the meantime', async () => {
  const paging = { cursors: { after: 'last' }, next: 'https://x.example/' };
  server.setAnswers({
    [THREAD]: { json: { data: [commentJson('56', { replies: { data: [], paging } })] } },
    [REPLIES]: fault(100, { error_subcode: 33 }),
  });
  expect(await thread()).toMatchObject({ comments: [{ key: '56' }] });
});

it('identifies authors by the fields that Instagram returns', async () => {
  const data = [
    commentJson('56', { from: undefined }),
    commentJson('57', { from: undefined, username: undefined }),
  ];
  server.setAnswers({ [THREAD]: { json: { data } } });
  expect(await thread()).toMatchObject({
    comments: [
      { author: { remoteId: 'ben.bakes', handle: 'ben.bakes' } },
      { author: { remoteId: 'of:57', handle: 'Instagram user' } },
    ],
  });
});

it('sends a reply to a reply under the top comment', async () => {
  server.setAnswers({ [REPLY]: { json: { id: '60' } } });
  const nested = { ...comment, remoteId: '57', parentRemoteId: '56' };
  const sent = await comments.reply(access, replyTo(nested), {}, signal);
  expect(sent).toEqual({ kind: 'published', remoteId: '60', permalink: PERMALINK });
  const form = new URLSearchParams(server.requests[0]?.body.toString());
  expect([...form.keys()]).toEqual(['message', 'appsecret_proof']);
});

it('finds a reply after an error that Instagram also returns for published replies', async () => {
  server.setAnswers({
    [REPLY]: fault(20, { error_subcode: 1772107 }),
    [REPLIES]: { json: { data: [ownReply('60', 'Thank you', { timestamp: '2030-01-01T12:00:01+0000' })] } },
  });
  expect(await comments.reply(access, replyTo(comment), {}, signal)).toMatchObject({ kind: 'unknown' });
  const found = await comments.lookUpReply(access, replyTo(comment), {}, noon.toISOString());
  expect(found).toMatchObject({ kind: 'published', remoteId: '60' });
});

it('does not prepare a reply to a hidden or deleted comment', async () => {
  const save = () => Promise.resolve();
  const prepare = () => comments.prepareReply(access, replyTo(comment), null, save, signal);
  server.setAnswers({ [COMMENT]: { json: commentJson('56') } });
  expect(await prepare()).toEqual({ kind: 'prepared', refs: {} });
  server.setAnswers({ [COMMENT]: { json: commentJson('56', { hidden: true }) } });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'comment-hidden', words: null });
  const missing = fault(100, { error_subcode: 33 });
  server.setAnswers({ [COMMENT]: missing, 'GET /v26.0/34': { json: { id: '34' } } });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'not-found' });
  server.setAnswers({ [COMMENT]: fault(80002) });
  expect(await prepare()).toMatchObject({ kind: 'postponed', reason: 'rate-limit' });
});

it('does not prepare a reply to a reply if the top comment is hidden', async () => {
  const nested = { ...comment, key: '57', remoteId: '57', parentRemoteId: '56' };
  const save = () => Promise.resolve();
  const prepare = () => comments.prepareReply(access, replyTo(nested), null, save, signal);
  const below = { 'GET /v26.0/57': { json: commentJson('57', { parent_id: '56' }) } };
  server.setAnswers({ ...below, [COMMENT]: { json: commentJson('56') } });
  expect(await prepare()).toEqual({ kind: 'prepared', refs: {} });
  server.setAnswers({ ...below, [COMMENT]: { json: commentJson('56', { hidden: true }) } });
  expect(await prepare()).toMatchObject({
    kind: 'refused',
    reason: 'comment-hidden',
    retryable: false,
    words: null,
  });
});

it("has an unknown outcome for a refused reply, with Instagram's message", async () => {
  server.setAnswers({ [REPLY]: fault(100) });
  const refused = { kind: 'unknown', cause: 'refused', words: 'No.' };
  expect(await comments.reply(access, replyTo(comment), {}, signal)).toEqual(refused);
  server.setAnswers({ [REPLY]: { status: 500, json: { error: { code: 2, message: 'Oh.' } } } });
  const failed = { kind: 'unknown', cause: 'server-error', words: 'Oh.' };
  expect(await comments.reply(access, replyTo(comment), {}, signal)).toEqual(failed);
});

it('asks for a new connection if the permission of the account’s route is missing', () => {
  const unreadableWith = (extra: object) =>
    comments.unreadable?.({ accessToken: 't', ownerId: '12', ...extra });
  const reason = 'Reconnect this account in Settings to read its comments.';
  expect(unreadableWith({ scopes: ['instagram_basic'] })).toBe(reason);
  expect(unreadableWith({ scopes: ['instagram_manage_comments'] })).toBeNull();
  expect(unreadableWith({ scopes: ['instagram_manage_comments'], route: 'login' })).toBe(reason);
  expect(unreadableWith({ scopes: ['instagram_business_manage_comments'], route: 'login' })).toBeNull();
});
