import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { NOTICE_QUOTE_MAX } from '@posthorn/contracts/notifications/notices.http';
import { CommentsToReport } from '../../ports/comments-to-report.ts';
import { Global, Module } from '@nestjs/common';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { at, InboxBench, remote } from '../../testing/inbox-bench.ts';

class Plan extends PlanOf {
  override entitlementsOf = () => Promise.resolve(ENTITLEMENTS.free);
  override shown = this.entitlementsOf;
}
@Global()
@Module({ providers: [{ provide: PlanOf, useClass: Plan }], exports: [PlanOf] })
class Plans {}

let inbox: InboxBench;
let ids: readonly number[];
const cy = { remoteId: 'cy', handle: 'cy@social', name: 'Cy', isBot: false };
const TEXTS = {
  nice: 'Nice bread!',
  spam: 'DM us to collab, promote it on @fashion_daily',
  rude: 'shit',
};

beforeAll(async () => {
  inbox = await InboxBench.start(Plans);
  const comment = (key: string, text: string, seconds: number, extra: object = {}) =>
    remote({ key, remoteId: key, text, createdAt: at(seconds), ...extra });
  const { received } = await inbox.read([
    comment('a', TEXTS.nice, -400),
    comment('b', TEXTS.spam, -300),
    comment('c', TEXTS.rude, -200),
    comment('d', TEXTS.nice, -100, { author: cy }),
    comment('e', TEXTS.nice, -50, { postRemoteId: 'p2' }),
  ]);
  ids = received;
}, 60_000);
afterAll(() => inbox.close());

const id = (name: string): number => ids['abcde'.indexOf(name)] ?? 0;
const commentsToReport = () => inbox.booted.app.get(CommentsToReport);
const postOf = (name: string, text = TEXTS.nice, ownerId = 'ana') =>
  commentsToReport().postOf({ commentId: id(name), ownerId, text });
const newUnder = (asked: readonly (readonly [post: string | null, since: number])[], ownerId = 'ana') =>
  commentsToReport().newUnder(
    ownerId,
    asked.map(([post, since]) => ({ post: post ?? '', since })),
  );
const counts = async (...asked: Parameters<typeof newUnder>) =>
  (await newUnder(...asked)).map((one) => one.count);
const count = async (post: string | null, since: number, ownerId = 'ana') =>
  (await counts([[post, since]], ownerId))[0];
const send = (method: 'put' | 'post' | 'patch', path: string, body: object = {}) =>
  request(inbox.booted.url)[method](path).set('x-test-user', 'ana').send(body);

it('returns the post of a new comment to its owner, and to no other user', async () => {
  expect(await postOf('a')).not.toBeNull();
  expect(await postOf('d')).toBe(await postOf('a'));
  expect(await postOf('e')).not.toBe(await postOf('a'));
  expect(await postOf('a', TEXTS.nice, 'eve')).toBeNull();
});
it("omits comments that look like spam or are rude, unless the owner's settings allow them", async () => {
  expect(await postOf('b', TEXTS.spam)).toBeNull();
  expect(await postOf('c', TEXTS.rude)).toBeNull();
  await send('put', '/api/inbox/settings', { autoHideSpam: false, filterProfanity: false }).expect(200);
  expect(await postOf('b', TEXTS.spam)).toBe(await postOf('a'));
  expect(await postOf('c', TEXTS.rude)).toBe(await postOf('a'));
});
it('counts the comments of many posts in one call, in the requested order', async () => {
  const [first, other] = [await postOf('a'), await postOf('e')];
  const since = Math.min(...ids);
  const none = Math.max(...ids) + 1;
  const asked = [
    [other, since],
    [first, since],
    [other, none],
    [first, none],
    [first, since],
  ] as const;
  expect(await counts(asked)).toEqual([1, 4, 0, 0, 4]);
});
it('counts only new comments, without comments that are read or whose author is blocked', async () => {
  const post = await postOf('a');
  const since = Math.min(...ids);
  expect(await count(post, since)).toBe(4);
  expect(await count(post, Math.max(...ids) + 1)).toBe(0);
  expect(await count(post, since, 'eve')).toBe(0);
  await send('patch', `/api/comments/${String(id('a'))}`, { status: 'read' }).expect(200);
  expect(await postOf('a')).toBeNull();
  expect(await count(post, since)).toBe(3);
  await send('post', `/api/comments/${String(id('d'))}/block`).expect(202);
  expect(await postOf('d')).toBeNull();
  expect(await count(post, since)).toBe(2);
});
it('quotes the newest new comment, shortened', async () => {
  const newest = async (name: string) =>
    (await newUnder([[await postOf(name), Math.min(...ids)]]))[0]?.newest;
  expect(await newest('e')).toEqual({ text: TEXTS.nice, author: 'Bo' });
  const long = 'Bread! '.repeat(60);
  const comment = remote({
    key: 'f',
    remoteId: 'f',
    text: long,
    createdAt: at(-10),
    postRemoteId: 'p2',
    author: { ...cy, remoteId: 'dee', handle: 'dee@social', name: null },
  });
  await inbox.read([comment]);
  expect(await newest('e')).toEqual({ text: long.slice(0, NOTICE_QUOTE_MAX), author: 'dee@social' });
  expect((await newUnder([['no-post', 0]]))[0]).toEqual({ count: 0, newest: null });
});
