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
const ANSWERS = 'GET /v26.0/56/replies';
const ANSWER = 'POST /v26.0/56/replies';
const PERMALINK = 'https://www.instagram.com/p/abc/';

const fault = (code: number, more: object = {}): ScriptedReply => ({
  status: 400,
  json: { error: { code, message: 'No.', ...more } },
});
const written = (id: string, more: object = {}) => ({
  id,
  text: 'Lovely',
  from: { id: '99', username: 'ben.bakes' },
  username: 'ben.bakes',
  timestamp: '2030-01-01T11:59:00+0000',
  hidden: false,
  ...more,
});
const own = (id: string, text: string, more: object = {}) =>
  written(id, { text, from: undefined, username: undefined, user: { id: '12' }, parent_id: '56', ...more });
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
  const media = { create: () => Promise.reject(new Error('No file is lent here.')) };
  const clock = new FixedClock(noon);
  comments = instagramConnector(new PlatformHttp(http, new Breaker()), clock, apps, media).comments;
  access = new MemoryAccess(INSTAGRAM_LIMITS, { accessToken: 'token', ownerId: '12', scopes: [] });
});

const thread = () => comments.thread(access, post, null, signal);

it('reads replies that are not in the list of comments', async () => {
  const paging = { cursors: { after: 'last' }, next: 'https://x.example/' };
  const replies = { data: [own('57', 'Thank you', { parent_id: undefined })], paging };
  server.setAnswers({
    [THREAD]: { json: { data: [written('56', { replies })] } },
    [ANSWERS]: ({ query }) => ({
      json: { data: query.get('after') === 'last' ? [written('58', { parent_id: '56' })] : [] },
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

it('omits the replies of a comment that was deleted meanwhile', async () => {
  const paging = { cursors: { after: 'last' }, next: 'https://x.example/' };
  server.setAnswers({
    [THREAD]: { json: { data: [written('56', { replies: { data: [], paging } })] } },
    [ANSWERS]: fault(100, { error_subcode: 33 }),
  });
  expect(await thread()).toMatchObject({ comments: [{ key: '56' }] });
});

it('identifies authors by the fields that the platform returns', async () => {
  const data = [written('56', { from: undefined }), written('57', { from: undefined, username: undefined })];
  server.setAnswers({ [THREAD]: { json: { data } } });
  expect(await thread()).toMatchObject({
    comments: [
      { author: { remoteId: 'ben.bakes', handle: 'ben.bakes' } },
      { author: { remoteId: 'of:57', handle: 'Instagram user' } },
    ],
  });
});

it('attaches a reply to a reply to the top comment', async () => {
  server.setAnswers({ [ANSWER]: { json: { id: '60' } } });
  const nested = { ...comment, remoteId: '57', parentRemoteId: '56' };
  const sent = await comments.reply(access, replyTo(nested), {}, signal);
  expect(sent).toEqual({ kind: 'published', remoteId: '60', permalink: PERMALINK });
  const form = new URLSearchParams(server.requests[0]?.body.toString());
  expect([...form.keys()]).toEqual(['message', 'appsecret_proof']);
});

it('finds a reply after an error that the platform also returns for published replies', async () => {
  server.setAnswers({
    [ANSWER]: fault(20, { error_subcode: 1772107 }),
    [ANSWERS]: { json: { data: [own('60', 'Thank you', { timestamp: '2030-01-01T12:00:01+0000' })] } },
  });
  expect(await comments.reply(access, replyTo(comment), {}, signal)).toMatchObject({ kind: 'unknown' });
  const found = await comments.lookUpReply(access, replyTo(comment), {}, noon.toISOString());
  expect(found).toMatchObject({ kind: 'published', remoteId: '60' });
});

it('prepares no reply to a hidden or deleted comment', async () => {
  const save = () => Promise.resolve();
  const prepare = () => comments.prepareReply(access, replyTo(comment), null, save, signal);
  server.setAnswers({ [COMMENT]: { json: written('56') } });
  expect(await prepare()).toEqual({ kind: 'prepared', refs: {} });
  server.setAnswers({ [COMMENT]: { json: written('56', { hidden: true }) } });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'not-allowed' });
  const missing = fault(100, { error_subcode: 33 });
  server.setAnswers({ [COMMENT]: missing, 'GET /v26.0/34': { json: { id: '34' } } });
  expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'not-found' });
  server.setAnswers({ [COMMENT]: fault(80002) });
  expect(await prepare()).toMatchObject({ kind: 'postponed', reason: 'rate-limit' });
});

it('prepares no reply to a reply if the top comment is hidden', async () => {
  const nested = { ...comment, key: '57', remoteId: '57', parentRemoteId: '56' };
  const save = () => Promise.resolve();
  const prepare = () => comments.prepareReply(access, replyTo(nested), null, save, signal);
  const below = { 'GET /v26.0/57': { json: written('57', { parent_id: '56' }) } };
  server.setAnswers({ ...below, [COMMENT]: { json: written('56') } });
  expect(await prepare()).toEqual({ kind: 'prepared', refs: {} });
  server.setAnswers({ ...below, [COMMENT]: { json: written('56', { hidden: true }) } });
  expect(await prepare()).toMatchObject({
    kind: 'refused',
    reason: 'not-allowed',
    retryable: false,
    words: 'Instagram takes no replies to hidden comments.',
  });
});

it("has an unknown outcome for a refused reply, with the platform's message", async () => {
  server.setAnswers({ [ANSWER]: fault(100) });
  const refused = { kind: 'unknown', cause: 'refused', words: 'No.' };
  expect(await comments.reply(access, replyTo(comment), {}, signal)).toEqual(refused);
  server.setAnswers({ [ANSWER]: { status: 500, json: { error: { code: 2, message: 'Oh.' } } } });
  const failed = { kind: 'unknown', cause: 'server-error', words: 'Oh.' };
  expect(await comments.reply(access, replyTo(comment), {}, signal)).toEqual(failed);
});

it('needs the permission of the account’s route', () => {
  const of = (more: object) => comments.unreadable?.({ accessToken: 't', ownerId: '12', ...more });
  const why = 'Reconnect this account in Settings to read its comments.';
  expect(of({ scopes: ['instagram_basic'] })).toBe(why);
  expect(of({ scopes: ['instagram_manage_comments'] })).toBeNull();
  expect(of({ scopes: ['instagram_manage_comments'], route: 'login' })).toBe(why);
  expect(of({ scopes: ['instagram_business_manage_comments'], route: 'login' })).toBeNull();
});
