import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { CommentConnector, KnownComment, WatchedPost } from '../../contract/comments.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { FACEBOOK_LIMITS } from '../limits.ts';
import { facebookConnector } from '../facebook.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const clock = new FixedClock(noon);
const POSTS = 'GET /v26.0/12/published_posts';
const THREAD = 'GET /v26.0/12_34/comments';
const POST = 'GET /v26.0/12_34';
const COMMENT = 'GET /v26.0/34_56';
const REPLIES = 'GET /v26.0/34_56/comments';
const REPLY = 'POST /v26.0/34_56/comments';
const HIDE = 'POST /v26.0/34_56';
const REMOVE = 'DELETE /v26.0/34_56';

const at = (seconds: number) =>
  new Date(noon.getTime() + seconds * 1000).toISOString().replace('.000Z', '+0000');
const fault = (code: number, extra: object = {}, status = 400): ScriptedReply => ({
  status,
  json: { error: { code, message: 'No.', ...extra } },
});
const missing = fault(100, { error_subcode: 33 });
const commentJson = (id: string, extra: object = {}) => ({
  id,
  message: 'Lovely',
  from: { id: '99', name: 'Ben Baker' },
  created_time: at(-60),
  is_hidden: false,
  permalink_url: `https://www.facebook.com/12/posts/34?comment_id=${id}`,
  ...extra,
});
const withDate = (json: unknown): ScriptedReply => ({ json, headers: { date: noon.toUTCString() } });
const post: WatchedPost = { remoteId: '12_34', permalink: null, count: 2, publishedAt: at(-3600) };
const comment: KnownComment = {
  key: '56',
  remoteId: '34_56',
  postRemoteId: '12_34',
  parentRemoteId: null,
  permalink: null,
  refs: {},
  author: { remoteId: '99', handle: 'Ben Baker' },
};
const reply = { replyId: 'r', accountId: 7, ownerId: 'ana', text: 'Thank you', comment };
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
  clock.set(noon);
  const keys = { id: 'app', secret: 'secret' };
  const facebook = { keys, apiUrl: server.url, authorizeUrl: '', tokenUrl: '', scopes: [] };
  const apps = { facebook, metaGraphVersion: 'v26.0' };
  comments = facebookConnector(new PlatformHttp(http, new Breaker()), clock, apps).comments;
  access = new MemoryAccess(FACEBOOK_LIMITS, { accessToken: 'page token', ownerId: '12', scopes: [] });
});

const postJson = (id: string, total: number, extra: object = {}) => ({
  id,
  created_time: at(-60),
  comments: { data: [], summary: { total_count: total } },
  ...extra,
});
const news = (cursor: object | null, posts: readonly WatchedPost[] = [post]) =>
  comments.news?.(access, { cursor: cursor as never, posts, since: at(-86_400) }, signal);

describe('the poll of counts', () => {
  it('finds posts whose number of comments rose or fell', async () => {
    const others = [
      { ...post, remoteId: '12_35', count: 4 },
      { ...post, remoteId: '12_36', count: null },
      { ...post, remoteId: '12_37', count: null },
    ];
    server.setAnswers({
      [POSTS]: {
        json: {
          data: [postJson('12_34', 2), postJson('12_35', 3), postJson('12_36', 1), postJson('12_37', 0)],
        },
      },
    });
    expect(await news(null, [post, ...others])).toMatchObject({
      moved: [
        { remoteId: '12_35', count: 3 },
        { remoteId: '12_36', count: 1 },
      ],
      cursor: {},
      more: false,
    });
    expect(server.requests[0]?.query.get('fields')).toContain('comments.filter(stream).limit(0).summary');
  });
  it('finds a post by the id of its video', async () => {
    const video = postJson('12_900', 5, { attachments: { data: [{ target: { id: '34' } }] } });
    server.setAnswers({ [POSTS]: { json: { data: [video] } } });
    expect(await news(null)).toMatchObject({ moved: [{ remoteId: '12_34', count: 5 }] });
  });
  it('reads the next page until it has passed the oldest watched post', async () => {
    const paging = { cursors: { after: 'further' }, next: 'https://x.example/' };
    server.setAnswers({ [POSTS]: { json: { data: [postJson('12_1', 1)], paging } } });
    expect(await news(null)).toMatchObject({ moved: [], cursor: { after: 'further' }, more: true });
    const old = postJson('12_1', 1, { created_time: at(-90_100) });
    server.setAnswers({ [POSTS]: { json: { data: [old], paging } } });
    expect(await news({ after: 'further' })).toMatchObject({ cursor: {}, more: false });
    expect(server.requests[0]?.query.get('after')).toBe('further');
  });
  it('waits a quarter of an hour if the rate limit is nearly used up', async () => {
    const headers = { 'x-app-usage': JSON.stringify({ call_count: 81 }) };
    server.setAnswers({ [POSTS]: { json: { data: [postJson('12_34', 3)] }, headers } });
    const read = await news(null);
    expect(read).toMatchObject({ kind: 'read', moved: [{ count: 3 }], more: false });
    const { cursor } = read as { cursor: object };
    expect(await news(cursor)).toMatchObject({ kind: 'postponed', until: '2030-01-01T12:15:00.000Z' });
    expect(server.calls()).toHaveLength(1);
    clock.set(new Date('2030-01-01T12:15:00Z'));
    expect(await news(cursor)).toMatchObject({ kind: 'read' });
  });
  it('sends no request if no post is watched', async () => {
    server.setAnswers({});
    expect(await news(null, [])).toMatchObject({ kind: 'read', moved: [] });
    expect(server.calls()).toEqual([]);
  });
});

const thread = (after: string | null = null) => comments.thread(access, post, after, signal);

describe('a thread', () => {
  it('is flat and newest first, marks own replies, and gives authors without a name a substitute', async () => {
    const nameless = { ...commentJson('34_57'), from: undefined };
    const own = commentJson('34_58', { from: { id: '12', name: "Ana's" }, parent: { id: '34_56' } });
    server.setAnswers({
      [THREAD]: { json: { data: [own, nameless, commentJson('34_56', { is_hidden: true })] } },
    });
    expect(await thread()).toEqual({
      kind: 'read',
      next: null,
      comments: [
        expect.objectContaining({ key: '58', isOwn: true, parentRemoteId: '34_56', hidden: false }),
        expect.objectContaining({
          isOwn: false,
          author: { remoteId: 'of:57', handle: 'Facebook user', name: null, isBot: false },
        }),
        {
          key: '56',
          remoteId: '34_56',
          postRemoteId: '12_34',
          parentRemoteId: null,
          author: { remoteId: '99', handle: 'Ben Baker', name: 'Ben Baker', isBot: false },
          isOwn: false,
          text: 'Lovely',
          createdAt: '2030-01-01T11:59:00.000Z',
          editedAt: null,
          permalink: 'https://www.facebook.com/12/posts/34?comment_id=34_56',
          hidden: true,
          refs: {},
        },
      ],
    });
    const query = server.requests[0]?.query;
    expect([query?.get('filter'), query?.get('order')]).toEqual(['stream', 'reverse_chronological']);
  });
  it('has a next cursor only if the page contains a link to the next page', async () => {
    const cursors = { after: 'further' };
    server.setAnswers({ [THREAD]: { json: { data: [], paging: { cursors, next: 'https://x.example/' } } } });
    expect(await thread('before')).toMatchObject({ next: 'further' });
    expect(server.requests[0]?.query.get('after')).toBe('before');
    server.setAnswers({ [THREAD]: { json: { data: [commentJson('34_56')], paging: { cursors } } } });
    expect(await thread()).toMatchObject({ next: null });
  });
  it('reports a missing post as gone, but is refused if the post is still in the list', async () => {
    server.setAnswers({ [THREAD]: missing, [POST]: missing, [POSTS]: { json: { data: [] } } });
    expect(await thread()).toEqual({ kind: 'post-gone' });
    server.addAnswers({ [POSTS]: { json: { data: [postJson('12_34', 2)] } } });
    expect(await thread()).toMatchObject({ kind: 'refused', reason: 'not-found' });
  });
  it.each([
    ['the permission is missing', fault(10, {}, 403), { kind: 'refused', reason: 'permission-missing' }],
    ['the login has ended', fault(190), { kind: 'refused', reason: 'reconnect' }],
    ['a rate limit is reached', fault(80001), { kind: 'postponed', reason: 'rate-limit' }],
    ['the response is not a list', { json: {} }, { kind: 'refused', reason: 'network' }],
  ] as const)('is not read when %s', async (_, response, expected) => {
    server.setAnswers({ [THREAD]: response });
    expect(await thread()).toMatchObject(expected);
  });
});

it('reads one comment, and reads the post if the comment is missing', async () => {
  const one = () => comments.one(access, comment, signal);
  server.setAnswers({ [COMMENT]: { json: commentJson('34_56', { message: 'Lovely!' }) } });
  expect(await one()).toMatchObject({ kind: 'there', comment: { text: 'Lovely!', key: '56' } });
  server.setAnswers({ [COMMENT]: missing, [POST]: { json: { id: '12_34' } } });
  expect(await one()).toEqual({ kind: 'gone' });
  server.setAnswers({ [COMMENT]: missing, [POST]: missing, [POSTS]: { json: { data: [] } } });
  expect(await one()).toEqual({ kind: 'gone' });
  server.addAnswers({ [POSTS]: { json: { data: [postJson('12_34', 2)] } } });
  expect(await one()).toEqual({ kind: 'cannot-tell' });
});

describe('a reply', () => {
  const send = () => comments.reply(access, reply, {}, signal);
  it('is sent with one call; its outcome is unknown if Facebook returns the id of the comment', async () => {
    const permalink_url = 'https://www.facebook.com/12/posts/34?comment_id=34_60';
    server.setAnswers({
      [REPLY]: { json: { id: '34_60' } },
      'GET /v26.0/34_60': { json: { permalink_url } },
    });
    expect(await send()).toEqual({ kind: 'published', remoteId: '34_60', permalink: permalink_url });
    expect(server.calls()).toEqual([REPLY, 'GET /v26.0/34_60']);
    expect(new URLSearchParams(server.requests[0]?.body.toString()).get('message')).toBe('Thank you');
    server.setAnswers({ [REPLY]: { json: { id: '34_56' } } });
    expect(await send()).toMatchObject({ kind: 'unknown' });
  });
  it.each([
    ['a missing comment', missing],
    ['the same text again', fault(506)],
    ['a duplicate', fault(368, { error_subcode: 1404082 })],
    ['an error that Facebook also returns for published replies', fault(20, { error_subcode: 1772107 })],
    ['an invalid parameter', fault(100)],
    ['a server error', fault(2, { is_transient: true }, 500)],
    ['a page of a proxy', { status: 403, text: '<html>' }],
    ['a response without an id', { json: {} }],
    ['no response', 'drop'],
  ] as const)('may exist after %s', async (_, response) => {
    server.setAnswers({ [REPLY]: response });
    expect(await send()).toMatchObject({ kind: 'unknown' });
  });
  it.each([
    ['a refused token', fault(190), { kind: 'refused', reason: 'reconnect' }],
    ['a missing permission', fault(200, {}, 403), { kind: 'refused', reason: 'permission-missing' }],
    ['a rate limit of the app', fault(4), { kind: 'postponed', reason: 'rate-limit', scope: 'app' }],
    ['a rate limit of the Page', fault(32), { kind: 'postponed', reason: 'rate-limit' }],
    ['a block because of suspected spam', fault(368), { kind: 'postponed', reason: 'rate-limit' }],
  ] as const)('does not exist after %s', async (_, response, expected) => {
    server.setAnswers({ [REPLY]: response });
    expect(await send()).toMatchObject(expected);
  });

  const lookUp = () => comments.lookUpReply(access, reply, {}, noon.toISOString());
  const ownReply = (id: string, extra: object = {}) =>
    commentJson(id, {
      message: 'Thank  you',
      from: { id: '12', name: "Ana's" },
      created_time: at(1),
      ...extra,
    });
  it('is found by its text among own replies from after the attempt, and claimed once', async () => {
    const data = [
      ownReply('34_61', { from: { id: '99', name: 'Ben' } }),
      ownReply('34_62', { created_time: at(-400) }),
      ownReply('34_63', { message: 'Thanks' }),
      ownReply('34_65', { created_time: at(2) }),
      ownReply('34_64'),
    ];
    server.setAnswers({ [REPLIES]: withDate({ data }) });
    expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: '34_64' });
    access.claimed.set('34_64', false);
    expect(await lookUp()).toMatchObject({ remoteId: '34_65' });
    access.claimed.set('34_65', false);
    expect(await lookUp()).toEqual({ kind: 'absent' });
  });
  it('to a reply is searched under the top comment too', async () => {
    const nested = { ...reply, comment: { ...comment, remoteId: '34_59', parentRemoteId: '34_56' } };
    server.setAnswers({ [REPLIES]: withDate({ data: [ownReply('34_64')] }) });
    const found = await comments.lookUpReply(access, nested, {}, noon.toISOString());
    expect(found).toMatchObject({ kind: 'published', remoteId: '34_64' });
  });
  it('is refused if its comment is deleted, and its look-up fails while Facebook fails', async () => {
    server.setAnswers({ [REPLIES]: missing, [COMMENT]: missing, [POST]: { json: { id: '12_34' } } });
    expect(await lookUp()).toMatchObject({ kind: 'refused', reason: 'not-found' });
    server.addAnswers({ [COMMENT]: { json: { id: '34_56' } } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
    server.setAnswers({ [REPLIES]: fault(2, {}, 500) });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
  });
});

describe('moderation', () => {
  const success = { json: { success: true } };
  it('hides, shows and removes', async () => {
    server.setAnswers({ [HIDE]: success, [REMOVE]: success });
    expect(await comments.hide?.(access, comment, true, signal)).toEqual({ kind: 'done' });
    expect(await comments.hide?.(access, comment, false, signal)).toEqual({ kind: 'done' });
    expect(await comments.remove?.(access, comment, signal)).toEqual({ kind: 'done' });
    const sent = server.requestsTo(HIDE).map(({ body }) => new URLSearchParams(body.toString()));
    expect(sent.map((form) => [form.get('is_hidden'), form.get('message')])).toEqual([
      ['true', null],
      ['false', null],
    ]);
  });
  it('treats a deleted comment as removed, and is refused if the comment exists', async () => {
    server.setAnswers({ [REMOVE]: missing, [COMMENT]: missing, [POST]: { json: { id: '12_34' } } });
    expect(await comments.remove?.(access, comment, signal)).toEqual({ kind: 'done' });
    server.addAnswers({ [COMMENT]: { json: { id: '34_56' } } });
    expect(await comments.remove?.(access, comment, signal)).toMatchObject({ reason: 'not-allowed' });
    server.setAnswers({ [REMOVE]: fault(200, {}, 403) });
    expect(await comments.remove?.(access, comment, signal)).toMatchObject({ reason: 'permission-missing' });
    server.setAnswers({ [REMOVE]: 'drop' });
    expect(await comments.remove?.(access, comment, signal)).toMatchObject({ kind: 'unknown' });
  });
});

it('asks for a new connection if the consent lacks the permission to read comments', () => {
  const unreadableWith = (scopes: readonly string[]) =>
    comments.unreadable?.({ accessToken: 't', ownerId: '12', scopes });
  expect(unreadableWith([])).toBeNull();
  expect(unreadableWith(['pages_read_engagement', 'pages_read_user_content'])).toBeNull();
  expect(unreadableWith(['pages_read_engagement'])).toBe(
    'Reconnect this account in Settings to read its comments.',
  );
});
