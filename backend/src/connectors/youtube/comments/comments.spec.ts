import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import type { KnownComment, OutgoingReply, WatchedPost } from '../../contract/comments.ts';
import { PlatformHttp } from '../../kit/platform-http.ts';
import { MemoryAccess } from '../../testing/account-access.ts';
import { ScriptedServer, type ScriptedReply } from '../../testing/scripted-server.ts';
import { YOUTUBE_LIMITS } from '../limits.ts';
import { youtubeConnector } from '../youtube.connector.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const CHANNELS = 'GET /youtube/v3/channels';
const STATISTICS = 'GET /youtube/v3/videos:batchGetStats';
const THREADS = 'GET /youtube/v3/commentThreads';
const COMMENTS = 'GET /youtube/v3/comments';
const INSERT = 'POST /youtube/v3/comments';
const MODERATE = 'POST /youtube/v3/comments/setModerationStatus';

let api: ScriptedServer;
let http: SafeHttp;
let connector: ReturnType<typeof youtubeConnector>;
let access: MemoryAccess;

const fault = (status: number, reason: string): ScriptedReply => ({
  status,
  json: { error: { code: status, message: `About ${reason}`, errors: [{ reason }], status: 'X' } },
});
const deadline = () => AbortSignal.timeout(5_000);
const post = (remoteId: string, count: number | null = null): WatchedPost => ({
  remoteId,
  permalink: null,
  count,
  publishedAt: noon.toISOString(),
});
const resource = (id: string, snippet: object = {}) => ({
  id,
  snippet: {
    channelId: 'UCown',
    textDisplay: `Text of ${id}`,
    authorDisplayName: '@ben',
    authorChannelId: { value: 'UCben' },
    publishedAt: '2030-01-01T11:59:00Z',
    updatedAt: '2030-01-01T11:59:00Z',
    ...snippet,
  },
});
const topComment = (id: string, totalReplyCount = 0, replies: readonly object[] = []) => ({
  id,
  snippet: { topLevelComment: resource(id), totalReplyCount },
  ...(replies.length > 0 && { replies: { comments: replies } }),
});
const knownComment: KnownComment = {
  key: 'top',
  remoteId: 'top',
  postRemoteId: 'v1',
  parentRemoteId: null,
  permalink: null,
  refs: {},
  author: { remoteId: 'UCben', handle: 'ben' },
};
const replyTo = (comment: KnownComment, text = 'Thanks'): OutgoingReply => ({
  replyId: 'r1',
  accountId: 7,
  ownerId: 'ana',
  text,
  comment,
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
    YOUTUBE_CLIENT_ID: 'app',
    YOUTUBE_CLIENT_SECRET: 'secret',
    YOUTUBE_API_URL: `${api.url}/youtube/v3`,
    YOUTUBE_TOKEN_URL: `${api.url}/token`,
  });
  connector = youtubeConnector(new PlatformHttp(http, new Breaker()), new FixedClock(noon), configuration);
  const expiresAt = '2030-01-01T13:00:00.000Z';
  access = new MemoryAccess(YOUTUBE_LIMITS, { accessToken: 't1', refreshToken: 'r1', expiresAt, scopes: [] });
});
const comments = () => connector.comments;

describe('counts', () => {
  const news = (posts: readonly WatchedPost[]) =>
    comments().news?.(access, { cursor: null, posts, since: noon.toISOString() }, deadline());

  it('are requested for 50 videos at a time, and reported if they have changed', async () => {
    api.setAnswers({
      [STATISTICS]: ({ query }) => ({
        json: {
          items: (query.get('id') ?? '')
            .split(',')
            .map((id) => ({ id, statistics: { commentCount: id === 'v3' ? '4' : '2' } })),
        },
      }),
    });
    const posts = Array.from({ length: 60 }, (_, index) => post(`v${String(index)}`, 2));
    expect(await news(posts)).toMatchObject({ kind: 'read', moved: [{ remoteId: 'v3', count: 4 }] });
    expect(api.requests.map(({ query }) => query.get('id')?.split(',').length)).toEqual([50, 10]);
  });
  it('of a deleted video are reported as changed, so that its comments are read', async () => {
    api.setAnswers({ [STATISTICS]: { json: { items: [] } } });
    expect(await news([post('v1', 3), post('v2', 0), post('v3')])).toMatchObject({
      moved: [{ remoteId: 'v1', count: 0 }],
    });
  });
  it('are postponed until midnight on the US west coast if the daily quota is used up', async () => {
    api.setAnswers({ [STATISTICS]: fault(403, 'quotaExceeded') });
    const until = '2030-01-02T08:00:00.000Z';
    expect(await news([post('v1')])).toMatchObject({ kind: 'postponed', scope: 'app', until });
  });
});

describe('the comments of a video', () => {
  it('are read page by page, and then the replies to comments with many replies', async () => {
    const reply = (id: string) => resource(id, { parentId: 'long' });
    api.setAnswers({
      [THREADS]: ({ query }) => ({
        json:
          query.get('pageToken') === null
            ? { items: [topComment('long', 3, [reply('long.1')]), topComment('short')], nextPageToken: 'p2' }
            : { items: [topComment('old')] },
      }),
      [COMMENTS]: ({ query }) => ({
        json:
          query.get('pageToken') === null
            ? { items: [reply('long.3'), reply('long.2')], nextPageToken: 'r2' }
            : { items: [reply('long.1')] },
      }),
    });
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const read = await comments().thread(access, post('v1'), after, deadline());
      if (read.kind !== 'read') throw new Error(read.kind);
      pages.push(read.comments.map(({ key }) => key));
      after = read.next;
    } while (after !== null);
    expect(pages).toEqual([['long', 'long.1', 'short'], ['old'], ['long.3', 'long.2'], ['long.1']]);
  });
  it('are an empty list if comments are disabled, and a deleted video is reported', async () => {
    api.setAnswers({ [THREADS]: fault(403, 'commentsDisabled') });
    const read = () => comments().thread(access, post('v1'), null, deadline());
    expect(await read()).toEqual({ kind: 'read', comments: [], next: null });
    api.setAnswers({ [THREADS]: fault(404, 'videoNotFound') });
    expect(await read()).toEqual({ kind: 'post-gone' });
  });
  it('contain the author, whether the author is the channel itself, and the time of an edit', async () => {
    const own = { authorChannelId: { value: 'UCown' }, authorDisplayName: 'Ana bakes' };
    const edited = { updatedAt: '2030-01-01T11:59:30Z', textDisplay: 'a <b> &amp; c', authorChannelId: null };
    api.setAnswers({
      [THREADS]: {
        json: {
          items: [
            { id: 'a', snippet: { topLevelComment: resource('a', own) } },
            { id: 'b', snippet: { topLevelComment: resource('b', edited) } },
          ],
        },
      },
    });
    expect(await comments().thread(access, post('v1'), null, deadline())).toMatchObject({
      comments: [
        { isOwn: true, editedAt: null, author: { handle: 'Ana bakes', name: 'Ana bakes' } },
        {
          isOwn: false,
          text: 'a <b> &amp; c',
          editedAt: '2030-01-01T11:59:30.000Z',
          author: { remoteId: '@ben', handle: 'ben', name: null },
          permalink: 'https://www.youtube.com/watch?v=v1&lc=b',
        },
      ],
    });
  });
});

describe('one comment', () => {
  const readComment = () => comments().one(access, knownComment, deadline());
  it('that cannot be read by its id is searched among comments that are held for review', async () => {
    api.setAnswers({
      [COMMENTS]: { json: { items: [] } },
      [THREADS]: { json: { items: [topComment('top')] } },
    });
    expect(await readComment()).toMatchObject({ kind: 'there', comment: { key: 'top', hidden: true } });
    expect(api.requestsTo(THREADS)[0]?.query.get('moderationStatus')).toBe('heldForReview');
  });
  it('counts as deleted if neither call returns it, but not if comments are disabled', async () => {
    api.setAnswers({ [COMMENTS]: fault(404, 'commentNotFound'), [THREADS]: { json: { items: [] } } });
    expect(await readComment()).toEqual({ kind: 'gone' });
    api.addAnswers({ [THREADS]: fault(403, 'commentsDisabled') });
    expect(await readComment()).toEqual({ kind: 'cannot-tell' });
    api.addAnswers({ [THREADS]: { status: 500 } });
    expect(await readComment()).toMatchObject({ kind: 'refused', retryable: true });
  });
});

describe('a reply', () => {
  const lookUp = (text = 'Thanks', attemptStartedAt = noon.toISOString()) =>
    comments().lookUpReply(access, replyTo(knownComment, text), { replyId: 'r1' }, attemptStartedAt);
  const ours = (id: string, extra: object = {}) =>
    resource(id, { authorChannelId: { value: 'UCown' }, textDisplay: 'Thanks', parentId: 'top', ...extra });
  const setReplies = (items: readonly object[]) => {
    api.setAnswers({ [CHANNELS]: { json: { items: [{ id: 'UCown' }] } }, [COMMENTS]: { json: { items } } });
  };

  it('to a reply is sent under the top-level comment', async () => {
    api.setAnswers({ [INSERT]: { json: { id: 'top.9' } } });
    const nested = { ...knownComment, remoteId: 'top.1', key: 'top.1', parentRemoteId: 'top' };
    expect(await comments().reply(access, replyTo(nested), {}, deadline())).toEqual({
      kind: 'published',
      remoteId: 'top.9',
      permalink: 'https://www.youtube.com/watch?v=v1&lc=top.9',
    });
    expect(api.requests[0]?.json()).toEqual({ snippet: { parentId: 'top', textOriginal: 'Thanks' } });
  });
  it.each([
    [fault(400, 'processingFailure'), { kind: 'unknown' }],
    [
      fault(403, 'commentsDisabled'),
      { kind: 'refused', reason: 'rejected', words: 'About commentsDisabled' },
    ],
    [fault(404, 'parentCommentNotFound'), { kind: 'refused', reason: 'not-found', retryable: false }],
    [fault(403, 'quotaExceeded'), { kind: 'postponed', scope: 'app' }],
    [{ json: {} }, { kind: 'unknown', cause: 'unreadable' }],
  ])('with the response %j has the outcome %j', async (response, outcome) => {
    api.setAnswers({ [INSERT]: response });
    expect(await comments().reply(access, replyTo(knownComment), {}, deadline())).toMatchObject(outcome);
  });
  it('is found by channel, text and time, if no other attempt has claimed it', async () => {
    const stranger = { authorChannelId: { value: 'UCben' } };
    const old = { publishedAt: '2030-01-01T11:54:00Z' };
    setReplies([ours('top.1', stranger), ours('top.2', old), ours('top.3', { textDisplay: 'Other' })]);
    expect(await lookUp()).toEqual({ kind: 'absent' });
    setReplies([ours('top.4'), ours('top.5')]);
    // False: another attempt has claimed this reply.
    access.claimed.set('top.4', false);
    expect(await lookUp('  Thanks ')).toMatchObject({ kind: 'published', remoteId: 'top.5' });
  });
  it('is absent if the comment was deleted, but not after a failed request', async () => {
    setReplies([]);
    api.addAnswers({ [COMMENTS]: { status: 503 } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
    api.addAnswers({ [COMMENTS]: fault(404, 'commentNotFound') });
    expect(await lookUp()).toEqual({ kind: 'absent' });
    api.setAnswers({ [CHANNELS]: { json: { items: [] } } });
    expect(await lookUp()).toMatchObject({ kind: 'failed' });
  });
});

describe('moderation', () => {
  it('holds, publishes and rejects comments, and succeeds for a deleted comment', async () => {
    api.setAnswers({ [MODERATE]: { status: 204 } });
    expect(await comments().hide?.(access, knownComment, true, deadline())).toEqual({ kind: 'done' });
    expect(await comments().hide?.(access, knownComment, false, deadline())).toEqual({ kind: 'done' });
    expect(await comments().remove?.(access, knownComment, deadline())).toEqual({ kind: 'done' });
    expect(api.requests.map(({ query }) => query.get('moderationStatus'))).toEqual([
      ...['heldForReview', 'published', 'rejected'],
    ]);
    api.setAnswers({ [MODERATE]: fault(404, 'commentNotFound') });
    expect(await comments().hide?.(access, knownComment, true, deadline())).toEqual({ kind: 'done' });
    api.setAnswers({ [MODERATE]: fault(403, 'forbidden') });
    expect(await comments().remove?.(access, knownComment, deadline())).toMatchObject({ kind: 'refused' });
  });
});
