import type { CommentDetail, CommentView, InboxSummary } from '@posthorn/contracts/inbox/comments.http';
import type { InboxSettings } from '@posthorn/contracts/inbox/settings.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { Global, Module } from '@nestjs/common';
import { ApiTokenNames } from '#modules/identity/ports/api-token-names.ts';
import { mark } from '../../domain/comment/marking.ts';
import { moderate } from '../../domain/comment/moderating.ts';
import { draftReply, requestReply } from '../../domain/comment/replying.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import type { CommentId } from '../../domain/comment/comment-id.ts';
import { at, InboxBench, ownReply, remote } from '../../testing/inbox-bench.ts';
import { COMMENT_WORDS_VIEW } from '../../read-models/comments/comment-list.projection.ts';

class TokenNames extends ApiTokenNames {
  override namesOf = (asked: readonly string[]) =>
    Promise.resolve(
      asked
        .filter((id) => id !== 'unknown')
        .map((id) => ({ id, name: 'My blog', isRevoked: id === 'revoked' })),
    );
}
@Global()
@Module({ providers: [{ provide: ApiTokenNames, useClass: TokenNames }], exports: [ApiTokenNames] })
class Tokens {}

let inbox: InboxBench;
let ids: readonly number[];
const REPLY = '3f0f9b55-6f0b-4f0c-8f44-2a3f6f2f3d01';
const bo = { remoteId: 'bo', handle: 'bo@social', name: 'Bo' as string | null, isBot: false };
const cy = { remoteId: 'cy', handle: 'cy@social', name: null, isBot: false };

beforeAll(async () => {
  inbox = await InboxBench.start(Tokens);
  const { received } = await inbox.read([
    remote({ key: 'a', remoteId: 'a', text: '100% Nice!', createdAt: at(-400), author: bo }),
    remote({ key: 'b', remoteId: 'b', text: 'Where?', createdAt: at(-300), author: cy, parentRemoteId: 'a' }),
    remote({
      key: 'c',
      remoteId: 'c',
      text: 'nice one',
      createdAt: at(-200),
      postRemoteId: 'p2',
      author: cy,
    }),
    remote({ key: 'd', remoteId: 'd', text: 'Old', createdAt: at(-100), postRemoteId: 'p2', author: bo }),
  ]);
  ids = received;
  await inbox.read([ownReply({ key: 'o', remoteId: 'o', parentRemoteId: 'd', postRemoteId: 'p2' })], 10);
}, 60_000);
afterAll(() => inbox.close());

const get = <Body>(path: string, user = 'ana') =>
  request(inbox.booted.url)
    .get(path)
    .set('x-test-user', user)
    .expect(200)
    .then(({ body }) => body as Body);
const list = (query = '', user = 'ana') => get<CommentView[]>(`/api/comments${query}`, user);
const lettersOf = (comments: readonly CommentView[]) =>
  comments.map(({ id }) => 'abcd'[ids.indexOf(id)]).join('');
const summary = (query = '') => get<InboxSummary>(`/api/comments/summary${query}`);
const idOf = (name: string): string => String(ids['abcd'.indexOf(name)]);
const patch = (name: string, status: string, user = 'ana') =>
  request(inbox.booted.url)
    .patch(`/api/comments/${idOf(name)}`)
    .set('x-test-user', user)
    .send({ status });
const decide = (
  name: string,
  decision: (comment: Comment, id: CommentId) => readonly CommentEvent[],
  actor: EventMeta['actor'] = { kind: 'user', id: 'ana' },
) => {
  const cause = { actor, correlationId: 's', causationId: 's' };
  return inbox.booted.app
    .get(CauseContext)
    .run(cause, () =>
      inbox.booted.app
        .get(StreamWriter)
        .decide(commentStream, idOf(name), (comment) => (comment.id ? decision(comment, comment.id) : [])),
    );
};

describe('the list', () => {
  it('shows the newest comments first, only to their owner', async () => {
    expect(lettersOf(await list())).toBe('dcba');
    expect(await list('', 'bea')).toEqual([]);
  });
  it('shows a comment with its author, its account and the possible actions', async () => {
    const [, comment] = (await list()).toReversed();
    expect(comment).toMatchObject({
      platform: 'mastodon',
      accountId: 3,
      accountName: 'ana@social',
      postId: null,
      commenterUsername: 'cy@social',
      commenterName: null,
      commentText: 'Where?',
      status: 'new',
      replyText: null,
      sentiment: 'neutral',
      createdAt: at(-300),
      isReply: true,
      edited: false,
      gone: false,
      hidden: false,
      moderation: null,
      blocked: false,
      reply: null,
      autoReplyAt: null,
      can: { reply: 'send', hide: 'platform', remove: false, replyMax: 500 },
      whyNot: null,
      whyNotCode: null,
      openUrl: null,
      group: { title: 'Another post of this account', titleCode: 'other-post' },
    });
  });
  it('shows only comments that match a filter', async () => {
    expect(lettersOf(await list('?status=manual_reply'))).toBe('d');
    expect(lettersOf(await list('?status=replied'))).toBe('d');
    expect(lettersOf(await list('?status=new'))).toBe('cba');
    expect(lettersOf(await list('?platform=mastodon'))).toBe('dcba');
    expect(lettersOf(await list('?platform=bluesky'))).toBe('');
    const [{ group } = { group: { key: '' } }] = await list();
    expect(lettersOf(await list(`?group=${group.key}`))).toBe('dc');
  });
  it('finds words in texts and in names of authors, in any letter case', async () => {
    expect(lettersOf(await list('?q=NICE'))).toBe('ca');
    expect(lettersOf(await list('?q=nice%20cy@'))).toBe('c');
    expect(lettersOf(await list('?q=100%25'))).toBe('a');
    expect(lettersOf(await list('?q=%25'))).toBe('a');
    expect(lettersOf(await list('?q=_'))).toBe('');
  });
  it('has pages, each with the cursor of the next', async () => {
    const first = await request(inbox.booted.url).get('/api/comments?limit=3').set('x-test-user', 'ana');
    expect(lettersOf(first.body as CommentView[])).toBe('dcb');
    const cursor = String(first.headers['x-next-cursor']);
    const second = await request(inbox.booted.url)
      .get(`/api/comments?limit=3&after=${cursor}`)
      .set('x-test-user', 'ana');
    expect(lettersOf(second.body as CommentView[])).toBe('a');
    expect(second.headers['x-next-cursor']).toBeUndefined();
    const withOtherFilter = await request(inbox.booted.url)
      .get(`/api/comments?status=new&after=${cursor}`)
      .set('x-test-user', 'ana');
    expect(withOtherFilter.status).toBe(400);
  });
  it.each(['status=old', 'platform=myspace', 'limit=501', 'limit=0', 'after=x', `q=${'x'.repeat(201)}`])(
    'returns 400 and the name of the invalid parameter %s',
    async (query) => {
      const answer = await request(inbox.booted.url).get(`/api/comments?${query}`).set('x-test-user', 'ana');
      expect(answer.status).toBe(400);
      expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([
        query.slice(0, query.indexOf('=')),
      ]);
    },
  );
});

describe('the summary', () => {
  it('counts all comments, and groups those that match a filter', async () => {
    const all = await summary();
    expect(all.counts).toEqual({ new: 3, replied: 1, total: 4 });
    expect(all.groups.map(({ total, new: fresh, latestAt }) => [total, fresh, latestAt])).toEqual([
      [2, 1, at(-100)],
      [2, 2, at(-400 + 100)],
    ]);
    expect(all.groups).toContainEqual(
      expect.objectContaining({ title: 'Another post of this account', titleCode: 'other-post' }),
    );
    const some = await summary('?q=nice');
    expect(some.counts).toEqual(all.counts);
    expect(some.groups.map(({ total }) => total)).toEqual([1, 1]);
  });
});

describe('one comment', () => {
  it('is shown with its history, only to its owner', async () => {
    const { history, status } = await get<CommentDetail>(`/api/comments/${idOf('d')}`);
    expect(status).toBe('manual_reply');
    expect(history.map(({ type, actor, summary: words }) => [type, actor.name, words])).toEqual([
      ['CommentReceived', 'System', 'Received.'],
      ['OwnReplySeen', 'System', 'Answered on the platform itself.'],
    ]);
    for (const path of [
      `/api/comments/${idOf('d')}`,
      '/api/comments/0',
      '/api/comments/x',
      '/api/comments/99999',
    ])
      await request(inbox.booted.url).get(path).set('x-test-user', 'bea').expect(404);
  });
  it('has exactly one URL, because each number has only one accepted spelling', async () => {
    const id = idOf('d');
    for (const spelling of [`0x${Number(id).toString(16)}`, `${id}e0`, `0${id}`, `+${id}`]) {
      const { status } = await request(inbox.booted.url)
        .get(`/api/comments/${spelling}`)
        .set('x-test-user', 'ana');
      expect({ spelling, status }).toEqual({ spelling, status: 404 });
    }
  });
  it('has a history with the names of API tokens', async () => {
    for (const [id, status] of [
      ['t-1', 'read'],
      ['revoked', 'new'],
      ['unknown', 'read'],
    ] as const)
      await decide('b', (comment, of) => mark(comment, of, status, new Date()), { kind: 'apiToken', id });
    const { history } = await get<CommentDetail>(`/api/comments/${idOf('b')}`);
    const values = { name: 'My blog' };
    expect(history.slice(1).map(({ actor }) => actor)).toEqual([
      { kind: 'apiToken', id: 't-1', name: 'My blog', said: { code: 'token', values } },
      {
        kind: 'apiToken',
        id: 'revoked',
        name: 'My blog (revoked)',
        said: { code: 'token', variant: 'revoked', values },
      },
      {
        kind: 'apiToken',
        id: 'unknown',
        name: 'An API token',
        said: { code: 'token', variant: 'unknown' },
      },
    ]);
    await decide('b', (comment, of) => mark(comment, of, 'new', new Date()));
    await inbox.booted.catchUp();
  });
  it('is marked as read and as new again, only by its owner and not after a reply', async () => {
    expect((await patch('a', 'read').expect(200)).body).toMatchObject({ status: 'read' });
    expect((await summary()).counts.new).toBe(2);
    expect((await patch('a', 'new').expect(200)).body).toMatchObject({ status: 'new' });
    expect((await patch('d', 'read').expect(409)).body).toMatchObject({ code: 'inbox.already-replied' });
    await patch('a', 'read', 'bea').expect(404);
    await patch('a', 'seen').expect(400);
  });
  it('is marked together with the other new comments of a list', async () => {
    const post = (body: object, user = 'ana') =>
      request(inbox.booted.url).post('/api/comments/read').set('x-test-user', user).send(body);
    const markMany = async (body: object, user?: string) =>
      (await post(body, user).expect(200)).body as unknown;
    const until = (await list())[0]?.createdAt;
    expect(await markMany({ until }, 'bea')).toEqual({ marked: 0, next: null });
    expect(await markMany({ until, platform: 'bluesky' })).toEqual({ marked: 0, next: null });
    expect(await markMany({ until, q: 'nice' })).toEqual({ marked: 2, next: null });
    for (const name of ['a', 'c']) await patch(name, 'new').expect(200);
    expect(await markMany({ until: at(-300) })).toEqual({ marked: 2, next: null });
    expect(lettersOf(await list('?status=new'))).toBe('c');
    expect(await markMany({ until })).toEqual({ marked: 1, next: null });
    expect(await markMany({ until })).toEqual({ marked: 0, next: null });
    for (const bad of [{}, { until: 'soon' }, { until: 5 }, { until, after: 'x' }, { until, limit: 501 }])
      await post(bad).expect(400);
    for (const name of ['a', 'b', 'c']) await patch(name, 'new').expect(200);
  });
  it('is marked together with others by their ids, as pages of an earlier release request it', async () => {
    const send = (requested: unknown, user = 'ana') =>
      request(inbox.booted.url).post('/api/comments/read').set('x-test-user', user).send({ ids: requested });
    expect((await send(ids, 'bea').expect(200)).body).toEqual({ marked: 0, next: null });
    expect((await send(ids).expect(200)).body).toEqual({ marked: 3, next: null });
    expect((await send(ids).expect(200)).body).toEqual({ marked: 0, next: null });
    for (const bad of [[], ['a'], [1.5], [0], 7, null, Array.from({ length: 501 }, (_, index) => index + 1)])
      await send(bad).expect(400);
    for (const name of ['a', 'b', 'c']) await patch(name, 'new').expect(200);
  });
});

it('omits comments of blocked authors, and counts only visible comments', async () => {
  const now = new Date(at(20));
  const path = `/api/comments/${idOf('b')}/block`;
  const block = (method: 'post' | 'delete', user = 'ana') =>
    request(inbox.booted.url)[method](path).set('x-test-user', user);
  await block('post', 'bea').expect(404);
  expect((await block('post').expect(202)).body).toMatchObject({ blocked: true });
  await block('post').expect(202);
  const { blocked } = await get<InboxSettings>('/api/inbox/settings');
  expect(blocked).toMatchObject([{ platform: 'mastodon', name: 'cy@social' }]);
  expect(lettersOf(await list())).toBe('da');
  expect((await summary()).counts).toEqual({ new: 1, replied: 1, total: 2 });
  expect(await get(`/api/comments/${idOf('b')}`)).toMatchObject({ blocked: true });
  await block('delete', 'bea').expect(404);
  expect((await block('delete').expect(202)).body).toMatchObject({ blocked: false });
  const means = { hide: 'platform', remove: false, platformName: 'Mastodon' } as const;
  await decide('a', (comment, id) => moderate(comment, id, 'hide', means, now));
  expect(lettersOf(await list())).toBe('dcba');
  expect((await summary()).counts).toEqual({ new: 2, replied: 1, total: 3 });
  const [hidden] = (await list()).toReversed();
  expect(hidden).toMatchObject({ hidden: 'here', moderation: { action: 'hide', state: 'requested' } });
});

it('shows and counts hidden comments in the whole list and in the list of hidden comments', async () => {
  for (const [query, names, total, fresh] of [
    ['status=new', 'cb', 2, 2],
    ['status=new&q=nice', 'c', 1, 1],
    ['status=hidden', 'a', 1, 0],
    ['status=hidden&q=nice', 'a', 1, 0],
    ['status=hidden&q=where', '', 0, 0],
    ['status=hidden&platform=bluesky', '', 0, 0],
    ['q=nice', 'ca', 1, 1],
  ] as const) {
    expect([query, lettersOf(await list(`?${query}`))]).toEqual([query, names]);
    const { groups } = await summary(`?${query}`);
    const sum = (key: 'total' | 'new') => groups.reduce((before, group) => before + group[key], 0);
    expect([query, sum('total'), sum('new')]).toEqual([query, total, fresh]);
  }
});

it('shows a draft with its reasons, and a waiting reply, with the current comment', async () => {
  const draft = {
    replyId: '3f0f9b55-6f0b-4f0c-8f44-2a3f6f2f3d02',
    text: 'Hi',
    model: 'm',
    promptVersion: 'reply-1',
    forTextMac: 'other',
  };
  await decide('b', (comment, id) =>
    draftReply(comment, id, { ...draft, reasons: ['comment-edited'] }, new Date(at(30))),
  );
  expect(await get(`/api/comments/${idOf('b')}`)).toMatchObject({
    status: 'new',
    can: { reply: 'send' },
    reply: {
      state: 'draft',
      text: 'Hi',
      stale: true,
      reasons: [expect.stringContaining('edited')],
      reasonCodes: ['comment-edited'],
    },
  });
  const replyRequest = {
    replyId: REPLY,
    kind: 'manual',
    aiAssisted: true,
    text: 'Hello',
    forTextMac: null,
    notBefore: null,
  };
  await decide('b', (comment, id) =>
    requestReply(comment, id, { ...replyRequest, kind: 'manual' }, new Date(at(31))),
  );
  expect(await get(`/api/comments/${idOf('b')}`)).toMatchObject({
    status: 'new',
    replyText: null,
    can: { reply: 'no' },
    reply: { id: REPLY, state: 'waiting', text: 'Hello', until: at(31) },
  });
});

it('deletes the text of a deleted comment, and no longer lists it as new', async () => {
  // A key without a comment: the platform has deleted the comment.
  await inbox.read(['c'], 60);
  const gone = await get<CommentDetail>(`/api/comments/${idOf('c')}`);
  expect(gone).toMatchObject({
    gone: true,
    status: 'read',
    commentText: '',
    commenterUsername: '',
    permalink: null,
    can: { reply: 'no', remove: false },
  });
  expect(lettersOf(await list('?q=nice'))).toBe('a');
  const { rows } = await inbox.pool.query(`select from ${COMMENT_WORDS_VIEW} where comment_id = $1`, [
    idOf('c'),
  ]);
  expect(rows).toEqual([]);
});

it('searches even if the database lacks the extension pg_trgm', async () => {
  await inbox.pool.query('drop extension pg_trgm cascade');
  await inbox.booted.app.get(ProjectionRebuild).run('inbox.comments');
  expect(lettersOf(await list('?q=nice'))).toBe('a');
  expect((await summary('?q=nice&status=new')).groups.map(({ total }) => total)).toEqual([]);
});
