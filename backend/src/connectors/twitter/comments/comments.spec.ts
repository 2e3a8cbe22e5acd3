import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { CommentConnector, KnownComment, ReadCursor } from '../../contract/comments.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { TWITTER } from '../limits.ts';
import { twitterConnector } from '../twitter.connector.ts';

const MENTIONS = 'GET /2/users/1/mentions';
const SEARCH = 'GET /2/tweets/search/recent';
const LIST = 'GET /2/tweets';
const REPLY = 'POST /2/tweets';
const noon = new Date('2030-01-01T12:00:00Z');
const since = '2029-12-31T12:00:00.000Z';
const clock = new FixedClock(noon);
const timeoutSignal = () => AbortSignal.timeout(5_000);
const ROOT = '1800000000000000001';

let x: ScriptedServer;
let http: SafeHttp;
let comments: CommentConnector;
let access: MemoryAccess;

beforeAll(async () => {
  x = await ScriptedServer.start();
  http = new SafeHttp({ privateHosts: [{ host: 'localhost', port: x.port }] });
});
afterAll(async () => {
  await Promise.all([x.close(), http.onApplicationShutdown()]);
});
const accessWith = (scopes: readonly string[]) =>
  new MemoryAccess(TWITTER.limits, {
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: '2031-01-01T00:00:00.000Z',
    refreshExpiresAt: null,
    scopes,
    userId: '1',
    username: 'ana',
  });
beforeEach(() => {
  const configuration = testConfiguration({
    X_API_URL: `${x.url}/2`,
    ALLOW_PRIVATE_HOSTS: `localhost:${String(x.port)}`,
  });
  comments = twitterConnector(new PlatformHttp(http, new Breaker()), clock, configuration).comments;
  access = accessWith(['tweet.moderate.write']);
  x.setAnswers({});
});

const post = (id: string, text: string, extra: object = {}): object => ({
  id,
  text,
  author_id: '9',
  conversation_id: ROOT,
  created_at: '2030-01-01T11:00:00.000Z',
  edit_history_tweet_ids: [id],
  referenced_tweets: [{ type: 'replied_to', id: ROOT }],
  ...extra,
});
const users = { users: [{ id: '9', username: 'ben', name: 'Ben' }] };
const page = (...data: object[]): ScriptedReply => ({
  json: { ...(data.length > 0 && { data, includes: users }), meta: { result_count: data.length } },
});
const watched = { remoteId: ROOT, permalink: null, count: null, publishedAt: since };
const read = async (cursor: ReadCursor | null = null, posts = [watched]) => {
  const outcome = await comments.news?.(access, { cursor, posts, since }, timeoutSignal());
  if (outcome?.kind !== 'read') throw new Error(JSON.stringify(outcome));
  return outcome;
};
const textOf = async (text: string, extra: object = {}): Promise<string | undefined> => {
  x.setAnswers({ [MENTIONS]: page(post('1800000000000000009', text, extra)) });
  return (await read()).comments[0]?.text;
};
const knownComment = (mentionsAccount: boolean): KnownComment => ({
  key: '5',
  remoteId: '5',
  postRemoteId: ROOT,
  parentRemoteId: null,
  permalink: null,
  refs: { names: mentionsAccount, textMax: 280 },
  author: { remoteId: '9', handle: 'ben' },
});

describe('the text of a comment', () => {
  it('has no leading mentions, resolved short links and decoded entities', async () => {
    const entities = { urls: [{ url: 'https://t.co/a', expanded_url: 'https://example.org/b' }] };
    const text = '@ana @cleo I &amp; @ana like https://t.co/a';
    expect(await textOf(text, { entities, display_text_range: [11, 40] })).toBe(
      'I & @ana like https://example.org/b',
    );
    expect(await textOf('@ana @cleo Hi')).toBe('Hi');
    expect(await textOf('@ana @cleo Hi', { display_text_range: [5, 13] })).toBe('@cleo Hi');
  });
  it('is the full text of a long post, in the older or the newer field', async () => {
    for (const name of ['note_tweet', 'note_post'])
      expect(
        await textOf('@ana Long…', { [name]: { text: '@ana Longer' }, display_text_range: [5, 10] }),
      ).toBe('Longer');
  });
});

it("returns replies only in the account's own conversations, and reads unknown first posts", async () => {
  const other = (id: string, root: string) => post(id, '@ana Hi', { conversation_id: root });
  x.setAnswers({
    [MENTIONS]: page(
      other('1800000000000000010', '77'),
      other('1800000000000000009', '66'),
      post('1800000000000000008', 'Hey @ana', { conversation_id: '55', referenced_tweets: [] }),
    ),
    [LIST]: {
      json: {
        data: [
          { id: '77', author_id: '1' },
          { id: '66', author_id: '9' },
        ],
      },
    },
  });
  const found = await read();
  expect(found.comments).toMatchObject([{ remoteId: '1800000000000000010', postRemoteId: '77' }]);
  expect(x.requestsTo(LIST)[0]?.query.get('ids')).toBe('77,66');
  expect(found.costUsd).toBeCloseTo(3 * 0.005 + 0.01 + 2 * 0.005);
});

it('continues from the last position, page by page, and reports no cost for an empty response', async () => {
  const full = { data: [post('1800000000000000009', '@ana b')], meta: { result_count: 1, next_token: 'n' } };
  x.setAnswers({ [MENTIONS]: { json: full } });
  const first = await read();
  expect(x.requests[0]?.query.get('start_time')).toBe('2029-12-31T12:00:00Z');
  expect(first).toMatchObject({ more: true });
  x.setAnswers({ [MENTIONS]: page(post('1800000000000000007', '@ana a')) });
  const second = await read(first.cursor);
  expect(x.requests[0]?.query.get('pagination_token')).toBe('n');
  expect(second).toMatchObject({ more: false, cursor: { sinceId: '1800000000000000009' } });
  x.setAnswers({ [MENTIONS]: page() });
  expect(await read(second.cursor)).toMatchObject({ comments: [], cursor: second.cursor, costUsd: 0 });
  const sinceId = BigInt(x.requests[0]?.query.get('since_id') ?? '');
  expect((1800000000000000009n >> 22n) - (sinceId >> 22n)).toBe(120_000n);
});

it('uses the newer field names if X refuses the older ones', async () => {
  x.setAnswers({
    [MENTIONS]: ({ query }) =>
      query.has('tweet.fields')
        ? { status: 400, json: { title: 'Invalid Request', detail: 'tweet.fields is not one of' } }
        : page(
            post('1800000000000000009', '@ana Hi', {
              referenced_tweets: undefined,
              referenced_posts: [{ type: 'replied_to', id: '3' }],
            }),
          ),
  });
  expect((await read()).comments).toMatchObject([{ text: 'Hi', parentRemoteId: '3' }]);
});

it('recognizes an edited comment by its first id', async () => {
  const [first, last] = ['1800000000000000003', '1800000000000000009'];
  x.setAnswers({ [MENTIONS]: page(post(last, '@ana Hi', { edit_history_tweet_ids: [first, last] })) });
  expect((await read()).comments).toMatchObject([
    {
      key: first,
      remoteId: last,
      editedAt: '2030-01-01T11:00:00.000Z',
      createdAt: '2024-06-10T03:00:17.000Z',
    },
  ]);
});

describe('a conversation', () => {
  const thread = (publishedAt = since) =>
    comments.thread(access, { ...watched, publishedAt }, null, timeoutSignal());
  it('of an older post is reported as partial', async () => {
    x.setAnswers({ [SEARCH]: page(post('1800000000000000009', '@ana Hi')) });
    expect(await thread()).not.toHaveProperty('isPartial');
    expect(await thread('2029-12-01T00:00:00.000Z')).toMatchObject({ isPartial: true, next: null });
    expect(x.requests[0]?.query.get('query')).toBe(`conversation_id:${ROOT}`);
  });
  it('without replies is gone if the post was deleted', async () => {
    const gone = { type: 'https://api.x.com/2/problems/resource-not-found', resource_id: ROOT };
    x.setAnswers({ [SEARCH]: page(), [LIST]: { json: { errors: [gone] } } });
    expect(await thread()).toEqual({ kind: 'post-gone' });
    x.setAnswers({ [SEARCH]: page(), [LIST]: { json: { data: [{ id: ROOT }] } } });
    expect(await thread()).toMatchObject({ kind: 'read', comments: [] });
  });
});

it('does not determine whether a comment of a protected author exists', async () => {
  const problem = { type: 'https://api.x.com/2/problems/not-authorized-for-resource', resource_id: '5' };
  x.setAnswers({ [LIST]: { json: { errors: [problem] } } });
  expect(await comments.one(access, knownComment(true), timeoutSignal())).toEqual({ kind: 'cannot-tell' });
});

it('reports the cost of a comment that is read alone', async () => {
  x.setAnswers({ [LIST]: page(post('5', '@ana Hi')) });
  const found = await comments.one(access, knownComment(true), timeoutSignal());
  expect(found).toMatchObject({ kind: 'there', comment: { text: 'Hi' }, costUsd: 0.015 });
});

it('can reply only to comments that mention the account, and otherwise offers a link to X', () => {
  expect(comments.can(knownComment(true))).toMatchObject({ reply: 'send', openUrl: null });
  expect(comments.can(knownComment(false))).toEqual({
    reply: 'open',
    openUrl: 'https://x.com/intent/post?in_reply_to=5',
    hide: 'platform',
    remove: false,
    whyNot: expect.stringMatching(/mentions your account/u),
  });
});

it.each([
  ['You attempted to reply to a Tweet that is deleted or not visible to you.', 'not-found'],
  ['Reply to this conversation is not allowed because you have not been mentioned', 'not-allowed'],
  ['You are not allowed to create a Tweet with duplicate content.', 'duplicate'],
])('maps the refusal “%s” to the reason %s', async (detail, reason) => {
  x.setAnswers({ [REPLY]: { status: 403, json: { title: 'Forbidden', detail, status: 403 } } });
  const reply = { replyId: 'r', accountId: 7, ownerId: 'ana', text: 'Thanks', comment: knownComment(true) };
  const outcome = await comments.reply(access, reply, { replyId: 'r' }, timeoutSignal());
  expect(outcome).toMatchObject({ kind: 'refused', reason, retryable: false });
});

it('does not hide a comment without the permission of the account', async () => {
  const hidden = await comments.hide?.(accessWith(['tweet.read']), knownComment(true), true, timeoutSignal());
  expect([hidden, x.calls()]).toMatchObject([{ kind: 'refused', reason: 'permission-missing' }, []]);
});
