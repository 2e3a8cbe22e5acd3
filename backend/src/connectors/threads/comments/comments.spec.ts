import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { CommentConnector, KnownComment, WatchedPost } from '../../contract/comments.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { THREADS } from '../limits.ts';
import { threadsConnector } from '../threads.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const CONVERSATION = 'GET /v1.0/34/conversation';
const POST = 'GET /v1.0/34';
const POSTS = 'GET /v1.0/me/threads';
const REPLY = 'GET /v1.0/56';
const QUOTA = 'GET /v1.0/12/threads_publishing_limit';
const CREATE = 'POST /v1.0/12/threads';
const CONTAINER = 'GET /v1.0/c1';
const PUBLISH = 'POST /v1.0/12/threads_publish';
const OWN = 'GET /v1.0/me/replies';
const HIDE = 'POST /v1.0/56/manage_reply';

const fault = (code: number, extra: object = {}, status = 400): ScriptedReply => ({
  status,
  json: { error: { code, message: 'No.', ...extra } },
});
const missing = fault(100, { error_subcode: 33 });
const at = (seconds: number) =>
  new Date(noon.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000');
const replyJson = (id: string, extra: object = {}) => ({
  id,
  text: 'Lovely',
  username: 'ben',
  permalink: `https://www.threads.net/@ben/post/${id}`,
  timestamp: at(-60),
  root_post: { id: '34' },
  replied_to: { id: '34' },
  is_reply_owned_by_me: false,
  hide_status: 'NOT_HUSHED',
  ...extra,
});
const quota = (used: number): ScriptedReply => ({
  json: { data: [{ reply_quota_usage: used, reply_config: { quota_total: 1000 } }] },
});
const post: WatchedPost = { remoteId: '34', permalink: null, count: null, publishedAt: noon.toISOString() };
const comment: KnownComment = {
  key: '56',
  remoteId: '56',
  postRemoteId: '34',
  parentRemoteId: null,
  permalink: null,
  refs: {},
  author: { remoteId: 'ben', handle: 'ben' },
};
const reply = { replyId: 'r1', accountId: 7, ownerId: 'ana', text: 'Thank you', comment };
const signal = new AbortController().signal;

let server: ScriptedServer;
let http: SafeHttp;
let comments: CommentConnector;
let access: MemoryAccess;
let saved: PublishRefs[];

beforeAll(async () => {
  server = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: server.port }] });
});
afterAll(async () => {
  await Promise.all([server.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  clock.set(noon);
  saved = [];
  const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
  const configuration = testConfiguration({ THREADS_GRAPH_URL: server.url });
  const pause = () => Promise.resolve();
  const platforms = new PlatformHttp(http, new Breaker());
  comments = threadsConnector(platforms, clock, configuration, media, pause).comments;
  access = new MemoryAccess(THREADS.limits, { accessToken: 't1', userId: '12', scopes: [] });
});

describe('a thread', () => {
  const thread = (after: string | null = null) => comments.thread(access, post, after, signal);
  it('is flat, marks own and hidden replies, and gives authors without a name a substitute', async () => {
    const own = { is_reply_owned_by_me: true, username: 'ana', replied_to: { id: '56' } };
    const data = [
      replyJson('58', own),
      replyJson('57', { username: undefined, hide_status: 'HIDDEN' }),
      replyJson('56', { hide_status: undefined }),
    ];
    server.setAnswers({ [CONVERSATION]: { json: { data } } });
    expect(await thread()).toMatchObject({
      next: null,
      comments: [
        { key: '58', isOwn: true, parentRemoteId: '56', hidden: false },
        { key: '57', author: { remoteId: 'of:57', handle: 'Threads user' }, hidden: true },
        { key: '56', isOwn: false, parentRemoteId: null, hidden: null, author: { remoteId: 'ben' } },
      ],
    });
    expect(server.requests[0]?.query.get('reverse')).toBe('true');
  });
  it('has a next cursor after a full page, even without a link to the next page', async () => {
    const cursors = { after: 'further' };
    const data = Array.from({ length: 50 }, (_, index) => replyJson(String(100 + index)));
    server.setAnswers({ [CONVERSATION]: { json: { data, paging: { cursors } } } });
    expect(await thread()).toMatchObject({ next: 'further' });
    server.setAnswers({ [CONVERSATION]: { json: { data: [replyJson('56')], paging: { cursors } } } });
    expect(await thread('before')).toMatchObject({ next: null });
    expect(server.requests[0]?.query.get('after')).toBe('before');
  });
  it('reports a missing post as gone, but is refused if the post is still in the list', async () => {
    server.setAnswers({ [CONVERSATION]: missing, [POST]: missing, [POSTS]: { json: { data: [] } } });
    expect(await thread()).toEqual({ kind: 'post-gone' });
    server.addAnswers({ [POSTS]: { json: { data: [{ id: '34' }] } } });
    expect(await thread()).toMatchObject({ kind: 'refused', reason: 'not-found' });
  });
  it('is refused without the permission, and the login stays valid', async () => {
    server.setAnswers({ [CONVERSATION]: fault(10, {}, 403) });
    expect(await thread()).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
  });
});

describe('a reply', () => {
  const prepare = (refs: PublishRefs | null = null) =>
    comments.prepareReply(
      access,
      reply,
      refs,
      (kept) => {
        saved.push(kept);
        return Promise.resolve();
      },
      signal,
    );
  const ready = {
    [REPLY]: { json: replyJson('56') },
    [QUOTA]: quota(3),
    [CREATE]: { json: { id: 'c1' } },
    [CONTAINER]: { json: { id: 'c1', status: 'FINISHED' } },
  };
  const refs = {
    contentHash: 'reply r1',
    children: [],
    container: 'c1',
    containedAt: at(-1),
    isPublished: false,
  };
  const send = () => comments.reply(access, reply, refs, signal);
  const lookUp = () => comments.lookUpReply(access, reply, refs, noon.toISOString());

  it('is a container with the id of the parent, and is created only once', async () => {
    server.setAnswers(ready);
    const outcome = await prepare();
    expect(outcome).toMatchObject({ kind: 'prepared', refs: { container: 'c1', contentHash: 'reply r1' } });
    expect(saved.at(-1)).toMatchObject({ container: 'c1' });
    const sent = new URLSearchParams(server.requestsTo(CREATE)[0]?.body.toString());
    expect(Object.fromEntries(sent)).toMatchObject({
      media_type: 'TEXT',
      text: 'Thank you',
      reply_to_id: '56',
    });
    await prepare(saved.at(-1) ?? null);
    expect(server.requestsTo(CREATE)).toHaveLength(1);
  });
  it('is postponed if the daily quota is used up, and refused if the comment is deleted', async () => {
    server.setAnswers({ ...ready, [QUOTA]: quota(1000) });
    expect(await prepare()).toMatchObject({
      kind: 'postponed',
      reason: 'daily-limit',
      words: null,
      until: '2030-01-01T13:00:00.000Z',
    });
    server.setAnswers({ ...ready, [REPLY]: missing, [POST]: { json: { id: '34' } } });
    expect(await prepare()).toMatchObject({ kind: 'refused', reason: 'not-found' });
    expect(server.requestsTo(CREATE)).toEqual([]);
  });
  it.each([
    ['a missing container', fault(24, { error_subcode: 4279009 })],
    ['spam protection', fault(100, { error_subcode: 2207051 })],
    ['an invalid parameter', fault(100)],
    ['a server error', fault(1, {}, 500)],
    ['no response', 'drop'],
  ] as const)('may exist after %s', async (_, response) => {
    server.setAnswers({ [PUBLISH]: response });
    expect(await send()).toMatchObject({ kind: 'unknown' });
  });
  it.each([
    ['a missing permission', fault(10, {}, 403), { kind: 'refused', reason: 'permission-missing' }],
    ['a rate limit', fault(4), { kind: 'postponed', reason: 'rate-limit', scope: 'app' }],
    ['a block', fault(368), { kind: 'postponed', reason: 'blocked' }],
  ] as const)('does not exist after %s', async (_, response, expected) => {
    server.setAnswers({ [PUBLISH]: response });
    expect(await send()).toMatchObject(expected);
  });

  const ownReply = (id: string, extra: object = {}) =>
    replyJson(id, { text: 'Thank you', replied_to: { id: '56' }, timestamp: at(1), ...extra });
  it('is found among own replies to the comment, and is pending if only the container is published', async () => {
    const data = [
      ownReply('61', { replied_to: { id: '99' } }),
      ownReply('62', { timestamp: at(-400) }),
      ownReply('63', { text: 'Thanks' }),
      ownReply('64'),
    ];
    server.setAnswers({ [CONTAINER]: { json: { status: 'PUBLISHED' } }, [OWN]: { json: { data } } });
    expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: '64' });
    access.claimed.set('64', false);
    expect(await lookUp()).toEqual({ kind: 'pending' });
  });
  it('is absent if it is not listed, and refused if spam protection stopped the container', async () => {
    server.setAnswers({ [CONTAINER]: { json: { status: 'FINISHED' } }, [OWN]: { json: { data: [] } } });
    expect(await lookUp()).toEqual({ kind: 'absent' });
    // A published reply may be missing in the list for a minute.
    clock.set(new Date(noon.getTime() + 61_000));
    const stopped = { ...refs, stopped: { words: 'Spam' } };
    const found = await comments.lookUpReply(access, reply, stopped, noon.toISOString());
    expect(found).toMatchObject({ kind: 'refused', reason: 'rejected', words: 'Spam' });
  });
});

describe('hiding', () => {
  const hide = (target = comment) => comments.hide?.(access, target, true, signal);
  it('is possible only for replies to the post itself', async () => {
    const nested = { ...comment, parentRemoteId: '55' };
    expect([comments.can(comment).hide, comments.can(nested).hide]).toEqual(['platform', 'here']);
    server.setAnswers({ [HIDE]: { json: { success: true } } });
    expect(await hide()).toEqual({ kind: 'done' });
    expect(await hide(nested)).toMatchObject({ kind: 'refused', reason: 'only-top-replies', words: null });
    expect(server.calls()).toEqual([HIDE]);
  });
  it('treats a deleted reply as hidden', async () => {
    server.setAnswers({ [HIDE]: missing, [REPLY]: missing, [POST]: { json: { id: '34' } } });
    expect(await hide()).toEqual({ kind: 'done' });
  });
});

it('asks for a new connection if the consent lacks the permission to read replies', () => {
  const unreadableWith = (scopes: readonly string[]) => comments.unreadable?.({ accessToken: 't', scopes });
  expect([unreadableWith([]), unreadableWith(['threads_read_replies'])]).toEqual([null, null]);
  expect(unreadableWith(['threads_basic'])).toBe('Reconnect this account in Settings to read its comments.');
});
