import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AiNeighbours } from '../../testing/ai-neighbours.ts';
import { InboxBench } from '../../testing/inbox-bench.ts';
import { IncomingDeliveries } from './deliveries.ts';
import { FollowAccounts } from './follow-accounts.process.ts';
import { ReadingLoop } from './reading-loop.ts';
import { Sources, UNLISTED } from '../../stores/reading/sources.ts';
import { WatchedPosts, type ReadThread } from './watched-posts.ts';

let inbox: InboxBench;
let posts: WatchedPosts;
beforeAll(async () => {
  inbox = await InboxBench.start(AiNeighbours);
  posts = inbox.booted.app.get(WatchedPosts);
}, 60_000);
beforeEach(async () => {
  await inbox.pool.query('truncate inbox.source, inbox.watched_post, inbox.delivery');
  const publishedAt = new Date().toISOString();
  await posts.add([{ accountId: 1, postId: 1, remoteId: 'p1', permalink: null, publishedAt }]);
});
afterAll(() => inbox.close());

/** Returns the minutes until the thread is due. */
const wait = async () => Math.round(((await posts.postsOf(1))[0]?.dueIn ?? 0) / MINUTE_MS);
const refuse = () => posts.noteRefused(1, 'p1', 'rejected');
const noteRead = async (remoteId: string, read: Pick<ReadThread, 'next' | 'askedTo'>) => {
  const { dueAt = null } = (await posts.postsOf(1)).find((post) => post.remoteId === remoteId) ?? {};
  await posts.noteRead(1, [{ remoteId, dueAt, ...read }]);
};
const state = async () => (await posts.postsOf(1))[0];

it('doubles the wait of a refused thread each time, up to six hours', async () => {
  const waits: number[] = [];
  for (let times = 0; times < 9; times++) {
    await refuse();
    waits.push(await wait());
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 360, 360]);
  expect(await state()).toMatchObject({ refusedFor: 'rejected', isDue: false });
  await noteRead('p1', { next: 0, askedTo: null });
  expect(await state()).toMatchObject({ refusedFor: null, refusedSince: null, isDue: true });
  await refuse();
  expect(await wait()).toBe(5);
});

it.each<[string, () => Promise<unknown>]>([
  ['its number of comments changes', () => posts.readSoon(1, [{ remoteId: 'p1', count: 4 }])],
  ['all threads become due', () => posts.readAllSoon(1)],
  [
    'a webhook reports a comment in the thread',
    () =>
      inbox.booted.app
        .get(IncomingDeliveries)
        .take('meta', Buffer.from('one'), [{ accountId: 1, postRemoteId: 'p1' }]),
  ],
])('keeps a refused or delayed thread waiting even when %s', async (_, happen) => {
  for (const delay of [refuse, () => posts.readLater(1, 'p1', 5 * MINUTE_MS)]) {
    await delay();
    await happen();
    expect(await wait()).toBe(5);
    expect((await state())?.isDue).toBe(false);
  }
  expect(await state()).toMatchObject({ readAt: null });
});

it.each([
  ['reads an account without a list of new comments', { trouble: UNLISTED, isShown: false }, 0],
  ['lets an account wait whose reading failed', { trouble: 'rate-limit', isShown: true }, 60],
])('after a webhook, %s', async (_, trouble, minutes) => {
  const sources = inbox.booted.app.get(Sources);
  await sources.follow([{ accountId: 1, ownerId: 'ana', platform: 'linkedin', server: null }]);
  await sources.noteRead({ accountId: 1, hintedAt: null }, true, { ...trouble, words: null }, 0);
  await inbox.pool.query(`update inbox.source set due_at = now() + interval '1 hour'`);
  await inbox.booted.app
    .get(IncomingDeliveries)
    .take('linkedin', Buffer.from('one'), [{ accountId: 1, postRemoteId: 'p1' }]);
  const { rows } = await inbox.pool.query<{ wait: number }>(
    'select round(extract(epoch from due_at - now()) / 60)::int as wait from inbox.source',
  );
  expect(rows[0]?.wait).toBe(minutes);
});

it('retries a refused thread immediately when the cause of the refusal may have ended', async () => {
  await refuse();
  await posts.retrySoon(1);
  expect((await state())?.isDue).toBe(true);
  // The number of refusals stays: after another refusal the thread waits longer.
  await refuse();
  expect(await wait()).toBe(10);
});

it('keeps the page where a reading of a long thread stopped, until the thread is refused or read to its end', async () => {
  await posts.storeNextPage(1, 'p1', 'page 21');
  expect(await state()).toMatchObject({ after: 'page 21', isDue: true });
  await refuse();
  expect((await state())?.after).toBeNull();
  await posts.storeNextPage(1, 'p1', 'page 21');
  await noteRead('p1', { next: 1_000, askedTo: 7 });
  expect(await state()).toMatchObject({ after: null, askedTo: 7 });
});

it('keeps the page of a long thread the first time a reading has no time for it, but not the second time', async () => {
  const runOutOfTime = () => posts.noteRefused(1, 'p1', 'network', undefined, true);
  await posts.storeNextPage(1, 'p1', 'page 21');
  await runOutOfTime();
  expect(await state()).toMatchObject({ after: 'page 21', isDue: false });
  await runOutOfTime();
  expect((await state())?.after).toBeNull();
});

it('stores the current server of an account after each event that changes the server', async () => {
  const { process } = inbox.booted.app.get(FollowAccounts);
  const ids = { accountId: 1, ownerId: 'ana' };
  const server = async () => (await inbox.booted.app.get(Sources).sourceOf(1))?.server;
  const handleEvent = (type: string, host: string | null) =>
    process.handle({ type, data: { ...ids, platform: 'bluesky', server: host } } as never);
  await handleEvent('AccountConnected', 'https://one.example');
  expect(await server()).toBe('https://one.example');
  await handleEvent('AccountRenamed', 'https://two.example');
  expect(await server()).toBe('https://two.example');
  await handleEvent('AccountReconnected', 'https://three.example');
  expect(await server()).toBe('https://three.example');
});

it('puts a thread that is too long for one reading behind the waiting threads', async () => {
  const publishedAt = new Date(Date.now() - MINUTE_MS).toISOString();
  await posts.add([{ accountId: 1, postId: 2, remoteId: 'p2', permalink: null, publishedAt }]);
  const turns = async () =>
    [...(await posts.postsOf(1))]
      .sort((a, b) => (a.dueIn ?? 0) - (b.dueIn ?? 0))
      .map(({ remoteId }) => remoteId);
  expect(await turns()).toEqual(['p1', 'p2']);
  await posts.storeNextPage(1, 'p1', 'page 21');
  expect(await turns()).toEqual(['p2', 'p1']);
});

describe('retries a refused thread immediately', () => {
  beforeEach(async () => {
    await inbox.booted.app
      .get(Sources)
      .follow([{ accountId: 1, ownerId: 'ana', platform: 'mastodon', server: null }]);
    await refuse();
  });

  it.each<[string, object]>([
    ['a person gives the account a new consent', { type: 'AccountCredentialsRenewed', cause: 'consent' }],
    ['the account is connected again', { type: 'AccountReconnected', platform: 'mastodon' }],
  ])('when %s', async (_, { type, ...more }: { type?: string }) => {
    const event = { type, data: { accountId: 1, ownerId: 'ana', ...more } };
    await inbox.booted.app.get(FollowAccounts).process.handle(event as never);
    expect((await state())?.isDue).toBe(true);
  });

  it('but not after a regular renewal of tokens', async () => {
    const data = { accountId: 1, ownerId: 'ana', cause: 'refresh' };
    const event = { type: 'AccountCredentialsRenewed', data };
    await inbox.booted.app.get(FollowAccounts).process.handle(event as never);
    expect((await state())?.isDue).toBe(false);
  });

  it('when its account had a problem and works again', async () => {
    const publishedAt = new Date(Date.now() - MINUTE_MS).toISOString();
    await posts.add([{ accountId: 1, postId: 2, remoteId: 'p2', permalink: null, publishedAt }]);
    await noteRead('p2', { next: null, askedTo: null });
    const round = () => inbox.booted.app.get(ReadingLoop).round();
    await round();
    expect((await state())?.isDue).toBe(false);
    await inbox.booted.app.get(Sources).noteTrouble(1, 'network', null);
    await inbox.pool.query('update inbox.source set due_at = now(), not_before = null');
    await round();
    expect((await state())?.isDue).toBe(true);
  });
});
