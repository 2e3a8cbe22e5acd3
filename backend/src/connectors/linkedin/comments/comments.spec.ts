import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { KnownComment, OutgoingReply, ReadCursor, WatchedPost } from '../../contract/comments.ts';
import { LinkCards } from '../../kit/link-cards/link-cards.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { LINKEDIN_LIMITS } from '../limits.ts';
import { linkedinConnector } from '../linkedin.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const NOTIFICATIONS = 'GET /rest/organizationalEntityNotifications';
const POST = 'urn:li:share:1';
const ORGANIZATION = 'urn:li:organization:5';
const TOP = 'urn:li:comment:(urn:li:activity:2,10)';
const escapeUrn = (urn: string) => encodeURIComponent(urn).replaceAll('(', '%28').replaceAll(')', '%29');
const listOn = (urn: string) => `GET /rest/socialActions/${escapeUrn(urn)}/comments`;
const REPLY = `POST /rest/socialActions/${escapeUrn(TOP)}/comments`;
const PEOPLE = 'GET /rest/people';
const DELETE = `DELETE /rest/socialActions/${escapeUrn(POST)}/comments/10`;

let api: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof linkedinConnector>;
let access: MemoryAccess;

const DENIED: ScriptedReply = {
  status: 403,
  json: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough' },
};
const GONE: ScriptedReply = { status: 404, json: { status: 404, code: 'NOT_FOUND', message: 'Not found' } };
const deadline = () => AbortSignal.timeout(5_000);
const noonMs = noon.getTime();
const post: WatchedPost = { remoteId: POST, permalink: null, count: 3, publishedAt: noon.toISOString() };
const knownComment: KnownComment = {
  key: TOP,
  remoteId: TOP,
  postRemoteId: POST,
  parentRemoteId: null,
  permalink: null,
  refs: { object: 'urn:li:activity:2' },
  author: { remoteId: 'urn:li:person:ben', handle: 'ben' },
};
const replyTo = (comment: KnownComment, text = 'Thanks'): OutgoingReply => ({
  replyId: 'r1',
  accountId: 7,
  ownerId: 'ana',
  text,
  comment,
});
const element = (id: string, extra: object = {}) => ({
  id,
  commentUrn: `urn:li:comment:(urn:li:activity:2,${id})`,
  actor: 'urn:li:person:ben',
  object: 'urn:li:activity:2',
  message: { text: `Text of ${id}` },
  created: { time: noonMs - 60_000 },
  lastModified: { time: noonMs - 60_000 },
  ...extra,
});
const notification = (notificationId: number, action: string, extra: object = {}) => ({
  notificationId,
  action,
  sourcePost: 'urn:li:activity:2',
  decoratedSourcePost: { entity: POST },
  generatedActivity: `urn:li:comment:(activity:2,${String(notificationId)})`,
  lastModifiedAt: noonMs - 1000,
  ...extra,
});
const page = (elements: readonly object[], total = elements.length): ScriptedReply => ({
  json: { elements, paging: { start: 0, count: 50, total } },
});

beforeAll(async () => {
  api = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: api.port }] });
});
afterAll(async () => {
  await Promise.all([api.close(), http.onApplicationShutdown()]);
});
beforeEach(() => {
  const configuration = testConfiguration({
    LINKEDIN_CLIENT_ID: 'app',
    LINKEDIN_CLIENT_SECRET: 'secret',
    LINKEDIN_API_URL: api.url,
  });
  const platform = new PlatformHttp(http, new Breaker());
  connector = linkedinConnector(platform, new FixedClock(noon), configuration, new LinkCards(http));
  const scopes = ['r_organization_social_feed', 'w_organization_social_feed'];
  const expiresAt = '2030-02-01T12:00:00.000Z';
  access = new MemoryAccess(LINKEDIN_LIMITS, {
    accessToken: 't1',
    refreshToken: null,
    refreshExpiresAt: null,
    expiresAt,
    scopes,
    author: ORGANIZATION,
  });
});
const comments = () => connector.comments;

it('returns the reason why the comments of an account cannot be read', () => {
  const reasonFor = (credentials: object) => comments().unreadable?.({ ...access.current, ...credentials });
  expect(reasonFor({})).toBeNull();
  expect(reasonFor({ author: 'urn:li:person:1' })).toBe(
    'LinkedIn lets apps read comments of organizations only.',
  );
  expect(reasonFor({ scopes: ['r_organization_social'] })).toContain('Reconnect');
});

describe('notifications', () => {
  const news = (cursor: ReadCursor | null, since = '2029-12-31T12:00:00.000Z') =>
    comments().news?.(access, { cursor, posts: [post], since }, deadline());

  it('report the posts with new comments, and the deleted comments', async () => {
    const elsewhere = { decoratedSourcePost: null, sourcePost: 'urn:li:activity:9' };
    api.setAnswers({
      [NOTIFICATIONS]: page([
        notification(10, 'COMMENT'),
        notification(11, 'COMMENT_EDIT'),
        notification(12, 'COMMENT_DELETE'),
        notification(13, 'ADMIN_COMMENT', elsewhere),
      ]),
    });
    expect(await news(null)).toMatchObject({
      kind: 'read',
      gone: ['urn:li:comment:(urn:li:activity:2,12)'],
      moved: [
        { remoteId: POST, count: 3 },
        { remoteId: 'urn:li:activity:9', count: 1 },
      ],
      more: false,
    });
  });
  it('are read again from 15 minutes before the cursor, but reported only once', async () => {
    api.setAnswers({ [NOTIFICATIONS]: page([notification(10, 'COMMENT')]) });
    const first = await news(null);
    if (first?.kind !== 'read') throw new Error('not read');
    expect(first.moved).toEqual([{ remoteId: POST, count: 4 }]);
    expect(await news(first.cursor)).toMatchObject({ moved: [] });
    const ranges = api.requests.map(({ query }) => query.get('timeRange'));
    expect(ranges).toEqual([
      `(start:${String(noonMs - 86_400_000)},end:${String(noonMs)})`,
      `(start:${String(noonMs - 900_000)},end:${String(noonMs)})`,
    ]);
  });
  it('are read page by page, and the cursor moves only after the last page', async () => {
    api.setAnswers({
      [NOTIFICATIONS]: ({ query }) =>
        query.get('start') === '0'
          ? page([notification(10, 'COMMENT')], 2)
          : page([notification(11, 'COMMENT')], 2),
    });
    const first = await news(null);
    if (first?.kind !== 'read') throw new Error('not read');
    expect(first).toMatchObject({ more: true, cursor: { seenTo: noonMs - 86_400_000, page: 1 } });
    expect(await news(first.cursor)).toMatchObject({ more: false, cursor: { seenTo: noonMs, page: 0 } });
  });
  it('are refused, but the login stays valid, if the role may not read them', async () => {
    api.setAnswers({ [NOTIFICATIONS]: DENIED });
    expect(await news(null)).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
  });
});

describe('a thread', () => {
  it('is read until a page is empty, and then the replies to comments are read', async () => {
    const withOneReply = { commentsSummary: { totalFirstLevelComments: 1 } };
    api.setAnswers({
      [listOn(POST)]: ({ query }) => ({
        json: { elements: query.get('start') === '0' ? [element('10', withOneReply), element('11')] : [] },
      }),
      [listOn(TOP)]: page([element('12', { parentComment: TOP, actor: ORGANIZATION })]),
      [PEOPLE]: DENIED,
    });
    const pages: unknown[] = [];
    let after: string | null = null;
    do {
      const read = await comments().thread(access, post, after, deadline());
      if (read.kind !== 'read') throw new Error(read.kind);
      pages.push(read.comments.map(({ remoteId, isOwn }) => [remoteId.slice(-3, -1), isOwn]));
      after = read.next;
    } while (after !== null);
    expect(pages).toEqual([
      [
        ['10', false],
        ['11', false],
      ],
      [],
      [['12', true]],
    ]);
    // After one refusal, names are not requested again.
    expect(api.requestsTo(PEOPLE)).toHaveLength(1);
  });
  it('contains the names of members if LinkedIn returns them', async () => {
    api.setAnswers({
      [listOn(POST)]: page([element('10'), element('11', { actor: 'urn:li:person:cleo' })]),
      [PEOPLE]: {
        json: { results: { '(id:ben)': { id: 'ben', localizedFirstName: 'Ben', vanityName: 'ben-b' } } },
      },
    });
    expect(await comments().thread(access, post, null, deadline())).toMatchObject({
      comments: [
        { author: { name: 'Ben', handle: 'ben-b' } },
        { author: { name: null, handle: 'LinkedIn member' } },
      ],
    });
    expect(api.requestsTo(PEOPLE)[0]?.query.get('ids')).toBe('List((id:ben),(id:cleo))');
  });
  it('is gone if the post is deleted, and refused if the permission is missing', async () => {
    const read = () => comments().thread(access, post, null, deadline());
    api.setAnswers({ [listOn(POST)]: GONE });
    expect(await read()).toEqual({ kind: 'post-gone' });
    api.setAnswers({ [listOn(POST)]: DENIED });
    expect(await read()).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
  });
});

describe('a reply', () => {
  const send = (comment = knownComment) => comments().reply(access, replyTo(comment), {}, deadline());
  it.each(['77', 'urn%3Ali%3Acomment%3A(urn%3Ali%3Aactivity%3A2%2C77)'])(
    'has the URN of the returned id %s',
    async (id) => {
      api.setAnswers({ [REPLY]: { status: 201, headers: { 'x-restli-id': id } } });
      const nested = {
        ...knownComment,
        remoteId: 'urn:li:comment:(urn:li:activity:2,11)',
        parentRemoteId: TOP,
      };
      expect(await send(nested)).toMatchObject({
        kind: 'published',
        remoteId: 'urn:li:comment:(urn:li:activity:2,77)',
      });
      expect(api.requests[0]?.json()).toEqual({
        actor: ORGANIZATION,
        object: 'urn:li:activity:2',
        parentComment: TOP,
        message: { text: 'Thanks' },
      });
    },
  );
  it.each([
    [{ status: 201 }, { kind: 'unknown', cause: 'unreadable' }],
    [DENIED, { kind: 'refused', reason: 'permission-missing' }],
    [GONE, { kind: 'refused', reason: 'not-found', retryable: false }],
    [{ status: 504 }, { kind: 'unknown' }],
  ])('with the response %j has the outcome %j', async (response, outcome) => {
    api.setAnswers({ [REPLY]: response });
    expect(await send()).toMatchObject(outcome);
  });
  it('is found by organization, text and time, and claimed once', async () => {
    const lookUp = () => comments().lookUpReply(access, replyTo(knownComment), {}, noon.toISOString());
    const own = { actor: ORGANIZATION, message: { text: 'Thanks' }, parentComment: TOP };
    const old = { ...own, created: { time: noonMs - 400_000 } };
    api.setAnswers({ [listOn(TOP)]: page([element('20', { message: own.message }), element('21', old)]) });
    expect(await lookUp()).toEqual({ kind: 'absent' });
    api.setAnswers({ [listOn(TOP)]: page([element('22', own), element('23', own)]) });
    access.claimed.set('urn:li:comment:(urn:li:activity:2,22)', false);
    expect(await lookUp()).toMatchObject({ remoteId: 'urn:li:comment:(urn:li:activity:2,23)' });
    api.setAnswers({ [listOn(TOP)]: { status: 500 } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
  });
});

it('removes a comment as the organization, and treats a deleted comment as removed', async () => {
  const remove = () => comments().remove?.(access, knownComment, deadline());
  api.setAnswers({ [DELETE]: { status: 204 } });
  expect(await remove()).toEqual({ kind: 'done' });
  expect(api.requests[0]?.query.get('actor')).toBe(ORGANIZATION);
  api.setAnswers({ [DELETE]: GONE });
  expect(await remove()).toEqual({ kind: 'done' });
  api.setAnswers({ [DELETE]: DENIED });
  expect(await remove()).toMatchObject({ kind: 'refused', reason: 'permission-missing' });
});
