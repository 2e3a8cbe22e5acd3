import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { KnownComment, OutgoingReply, WatchedPost } from '../../contract/comments.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { TIKTOK_LIMITS } from '../limits.ts';
import { tiktokComments } from './comments.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const BASE = '/open_api/v1.3';
const LIST = `GET ${BASE}/business/comment/list/`;
const REPLIES = `GET ${BASE}/business/comment/reply/list/`;
const CREATE = `POST ${BASE}/business/comment/reply/create/`;
const HIDE = `POST ${BASE}/business/comment/hide/`;
const REFRESH = `POST ${BASE}/tt_user/oauth2/refresh_token/`;
const ID = '7300000000000000001';

let api: ScriptedServer;
let http: SafeHttp;
let comments: ReturnType<typeof tiktokComments>;
let access: MemoryAccess;

const dataReply = (data: object): ScriptedReply => ({
  json: { code: 0, message: 'OK', request_id: 'r', data },
});
const errorReply = (code: number, message: string): ScriptedReply => ({
  json: { code, message, request_id: 'r', data: {} },
});
const deadline = () => AbortSignal.timeout(5_000);
const post: WatchedPost = { remoteId: '7200', permalink: null, count: null, publishedAt: noon.toISOString() };
const knownComment: KnownComment = {
  key: ID,
  remoteId: ID,
  postRemoteId: '7200',
  parentRemoteId: null,
  permalink: null,
  refs: {},
  author: { remoteId: 'u-ben', handle: 'ben' },
};
const reply: OutgoingReply = {
  replyId: 'r1',
  accountId: 7,
  ownerId: 'ana',
  text: 'Thanks',
  comment: knownComment,
};
const item = (comment_id: unknown, extra: object = {}) => ({
  comment_id,
  video_id: '7200',
  unique_identifier: 'u-ben',
  username: 'ben',
  display_name: 'Ben',
  owner: false,
  text: `Text of ${String(comment_id)}`,
  create_time: noon.getTime() / 1000 - 60,
  replies: 0,
  status: 'PUBLIC',
  ...extra,
});
const page = (items: readonly object[], extra: object = {}): ScriptedReply =>
  dataReply({ comments: items, cursor: items.length, has_more: false, ...extra });

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const { platformApps } = testConfiguration({
    TIKTOK_BUSINESS_APP_ID: 'app',
    TIKTOK_BUSINESS_SECRET: 'secret',
    TIKTOK_BUSINESS_API_URL: api.url,
  });
  const clock = new FixedClock(noon);
  comments = tiktokComments(new PlatformHttp(http, new Breaker()), clock, platformApps['tiktok-business']);
  const tokens = {
    accessToken: 'b1',
    refreshToken: 'br1',
    expiresAt: '2030-01-02T11:00:00.000Z',
    scopes: [],
  };
  access = new MemoryAccess(TIKTOK_LIMITS, {
    accessToken: 't1',
    refreshToken: 'r1',
    scopes: [],
    openId: 'posting',
    business: { ...tokens, refreshExpiresAt: null, openId: 'business-1' },
  });
});

const thread = (after: string | null = null) => comments.thread(access, post, after, deadline());

it('cannot read comments without the second grant, but does not need a new login', async () => {
  expect(comments.unreadable(access.current)).toBeNull();
  access.current = { accessToken: 't1', scopes: [] };
  expect(comments.unreadable(access.current)).toContain('separate permission');
  expect(await thread()).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
});

describe('a thread', () => {
  it('is read newest first, including hidden comments, and then the replies are read', async () => {
    api.setAnswers({
      [LIST]: ({ query }) =>
        query.get('cursor') === '0'
          ? page([item(ID, { replies: 2 }), item('2', { status: 'HIDDEN' })], { has_more: true })
          : page([item('1')]),
      [REPLIES]: page([item('3', { parent_comment_id: ID, owner: true })]),
    });
    const pages: unknown[] = [];
    let after: string | null = null;
    do {
      const read = await thread(after);
      if (read.kind !== 'read') throw new Error(read.kind);
      pages.push(read.comments.map(({ key, isOwn, hidden }) => [key, isOwn, hidden]));
      after = read.next;
    } while (after !== null);
    expect(pages).toEqual([
      [
        [ID, false, false],
        ['2', false, true],
      ],
      [['1', false, false]],
      [['3', true, false]],
    ]);
    expect(Object.fromEntries(api.requests[0]?.query ?? [])).toMatchObject({
      business_id: 'business-1',
      video_id: '7200',
      status: 'ALL',
      sort_field: 'create_time',
    });
    expect(api.requests[0]?.headers['access-token']).toBe('b1');
  });
  it('keeps all digits of an id that is a number in the response', async () => {
    const text = JSON.stringify({ code: 0, data: { comments: [item('ID')] } }).replace('"ID"', ID);
    api.setAnswers({ [LIST]: { text } });
    expect(await thread()).toMatchObject({ comments: [{ key: ID }] });
  });
  it('counts as gone only if the response says that the video does not exist', async () => {
    api.setAnswers({ [LIST]: errorReply(40_002, 'video_id: The video does not exist.') });
    expect(await thread()).toEqual({ kind: 'post-gone' });
    api.setAnswers({ [LIST]: errorReply(40_002, 'business_id: Invalid value.') });
    expect(await thread()).toMatchObject({ kind: 'refused', reason: 'rejected' });
    api.setAnswers({ [LIST]: errorReply(40_100, 'Requests made too frequently.') });
    expect(await thread()).toMatchObject({ kind: 'postponed', until: '2030-01-01T12:01:00.000Z' });
  });
});

describe('the grant', () => {
  it('is renewed separately if its token is refused, and the publishing tokens do not change', async () => {
    const { business, ...posting } = access.current;
    api.setAnswers({
      [LIST]: ({ headers }) =>
        headers['access-token'] === 'b2'
          ? page([])
          : errorReply(40_105, 'Access token is incorrect or has expired.'),
      [REFRESH]: dataReply({ access_token: 'b2', refresh_token: 'br2', expires_in: 86_400 }),
    });
    expect(await thread()).toMatchObject({ kind: 'read' });
    expect(access.current).toMatchObject({
      ...posting,
      business: { accessToken: 'b2', refreshToken: 'br2', expiresAt: '2030-01-02T12:00:00.000Z' },
    });
    expect(business).toMatchObject({ openId: 'business-1' });
    expect(access.current['business']).toMatchObject({ openId: 'business-1' });
    expect(api.requestsTo(REFRESH)[0]?.json()).toEqual({
      client_id: 'app',
      client_secret: 'secret',
      grant_type: 'refresh_token',
      refresh_token: 'br1',
    });
  });
  it('ends only the access to comments if it was revoked, but not if its renewal fails at the server', async () => {
    api.setAnswers({
      [LIST]: errorReply(40_105, 'Access token is incorrect or has been revoked.'),
    });
    const credentialsBefore = access.current;
    api.addAnswers({ [REFRESH]: errorReply(50_000, 'Internal') });
    expect(await thread()).toMatchObject({ kind: 'refused', reason: 'server', retryable: true });
    expect(access.current).toEqual(credentialsBefore);
    api.addAnswers({ [REFRESH]: errorReply(40_110, 'The refresh token is revoked') });
    expect(await thread()).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
    // The account page then offers the consent again, and the account can still publish.
    expect(comments.unreadable(access.current)).not.toBeNull();
    expect(access.current).toEqual({ ...credentialsBefore, business: { endedAt: noon.toISOString() } });
  });
});

it('reads one comment by its id, and reports a missing comment as gone', async () => {
  const readComment = () => comments.one(access, knownComment, deadline());
  api.setAnswers({ [LIST]: page([item(ID)]) });
  expect(await readComment()).toMatchObject({ kind: 'there', comment: { key: ID } });
  expect(api.requests[0]?.query.get('comment_ids')).toBe(`["${ID}"]`);
  api.setAnswers({ [LIST]: page([]) });
  expect(await readComment()).toEqual({ kind: 'gone' });
});

describe('a reply', () => {
  const send = () => comments.reply(access, reply, {}, deadline());
  it('is sent under the top-level comment', async () => {
    api.setAnswers({ [CREATE]: dataReply({ comment_id: '7300000000000000009' }) });
    const nested = { ...knownComment, remoteId: '5', parentRemoteId: ID };
    const sent = await comments.reply(access, { ...reply, comment: nested }, {}, deadline());
    expect(sent).toEqual({ kind: 'published', remoteId: '7300000000000000009', permalink: null });
    expect(api.requests[0]?.json()).toEqual({
      business_id: 'business-1',
      video_id: '7200',
      comment_id: ID,
      text: 'Thanks',
    });
  });
  it.each([
    [{ status: 500, json: { code: 50_000, message: 'Internal' } }, { kind: 'unknown' }],
    [errorReply(51_000, 'Later'), { kind: 'unknown' }],
    [{ text: '<p>Captcha</p>' }, { kind: 'unknown' }],
    [dataReply({}), { kind: 'unknown', cause: 'unreadable' }],
    [errorReply(40_002, 'comment_id: The comment does not exist.'), { kind: 'refused', reason: 'not-found' }],
    [errorReply(40_001, 'No permission'), { kind: 'refused', reason: 'permission-missing' }],
    [errorReply(40_100, 'Too frequently'), { kind: 'postponed', reason: 'rate-limit' }],
  ])('with the response %j has the outcome %j', async (response, outcome) => {
    api.setAnswers({ [CREATE]: response });
    expect(await send()).toMatchObject(outcome);
  });
  it('is found by owner, text and time, and claimed once', async () => {
    const lookUp = () => comments.lookUpReply(access, reply, {}, noon.toISOString());
    const own = { owner: true, text: 'Thanks', parent_comment_id: ID };
    const old = { ...own, create_time: noon.getTime() / 1000 - 400 };
    api.setAnswers({ [REPLIES]: page([item('1', { text: 'Thanks' }), item('2', old)]) });
    expect(await lookUp()).toEqual({ kind: 'absent' });
    api.setAnswers({ [REPLIES]: page([item('3', own), item('4', own)]) });
    access.claimed.set('3', false);
    expect(await lookUp()).toMatchObject({ kind: 'published', remoteId: '4' });
    api.setAnswers({ [REPLIES]: { status: 502 } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
  });
});

it('hides and shows comments, and succeeds for a deleted comment', async () => {
  api.setAnswers({ [HIDE]: dataReply({}) });
  expect(await comments.hide(access, knownComment, true, deadline())).toEqual({ kind: 'done' });
  expect(await comments.hide(access, knownComment, false, deadline())).toEqual({ kind: 'done' });
  expect(api.requests.map((request) => request.json()['action'])).toEqual(['HIDE', 'UNHIDE']);
  api.setAnswers({ [HIDE]: errorReply(40_002, 'comment_id: The comment does not exist.') });
  expect(await comments.hide(access, knownComment, true, deadline())).toEqual({ kind: 'done' });
});
