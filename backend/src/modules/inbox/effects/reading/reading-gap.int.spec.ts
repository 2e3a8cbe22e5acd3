import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import type { ReadingWay } from '#modules/integrations/ports/comments-of-accounts.ts';
import { InboxModule } from '../../inbox.module.ts';
import { AiNeighbours } from '../../testing/ai-neighbours.ts';
import { portsImplementedBy, QuietAccounts } from '../../testing/ports-implemented-by.ts';
import { IncomingDeliveries } from './deliveries.ts';
import { ReadingLoop } from './reading-loop.ts';
import { Sources } from '../../stores/reading/sources.ts';
import { WatchedPosts } from './watched-posts.ts';

const ACCOUNT = { accountId: 1, ownerId: 'ana', platform: 'threads', server: null } as const;
const GAP = 30_000;
const BY_AGE: ReadingWay = { pace: { source: 'threads', fastest: 300 }, hasNews: false, isSimulated: false };
const BY_NEWS: ReadingWay = { ...BY_AGE, pace: { source: 'listing', fastest: 60 }, hasNews: true };

let way: ReadingWay;
/** The requests to the platforms, in order. */
let asked: string[];
let product: Booted;

const comments = new QuietAccounts();
comments.wayOf = () => Promise.resolve(way);
comments.thread = (_, { remoteId }) => {
  asked.push(remoteId);
  return Promise.resolve({ kind: 'read', comments: [], next: null });
};
/** The list never ends. */
comments.news = () => {
  asked.push('news');
  return Promise.resolve({ kind: 'read', comments: [], gone: [], moved: [], cursor: {}, more: true });
};

beforeAll(async () => {
  product = await boot([InboxModule, AiNeighbours, portsImplementedBy(comments)], { database: true });
}, 60_000);
beforeEach(async () => {
  [way, asked] = [BY_AGE, []];
  await query('truncate inbox.source, inbox.watched_post, inbox.delivery');
  await sources().follow([ACCOUNT]);
});
afterAll(() => product.close());

const query = async <Row extends object>(text: string): Promise<Row[]> =>
  (await product.app.get(Pool).query<Row>(text)).rows;
const sources = () => product.app.get(Sources);
const publish = (remoteId: string, age = 0) =>
  product.app.get(WatchedPosts).add([
    {
      accountId: 1,
      postId: 1,
      remoteId,
      permalink: null,
      publishedAt: new Date(Date.now() - age).toISOString(),
    },
  ]);
const round = () => product.app.get(ReadingLoop).round();
/** Returns the milliseconds until the account is due. */
const wait = async () =>
  (
    await query<{ wait: number }>(
      'select (extract(epoch from due_at - now()) * 1000)::float8 as wait from inbox.source',
    )
  )[0]?.wait;
const deliverWebhook = (body: string) =>
  product.app
    .get(IncomingDeliveries)
    .take('threads', Buffer.from(body), [{ accountId: 1, postRemoteId: null }]);

it('does not wait for the thread of a post that is too old to be followed', async () => {
  await publish('old', 31 * DAY_MS);
  await round();
  expect(asked).toEqual([]);
  // This wait is that of an account without activity.
  expect(await wait()).toBeGreaterThan(DAY_MS / 8);
});

it.each<[string, () => Promise<unknown>]>([
  ['a new post', () => sources().readSoon([1])],
  ['a new connection', () => sources().follow([ACCOUNT])],
  ['a webhook', () => deliverWebhook('one')],
  [
    'a new budget',
    async () => {
      await query("update inbox.source set trouble = 'budget'");
      await sources().readAgain(['budget']);
    },
  ],
  ['a wrong due time', () => query('update inbox.source set due_at = now()')],
])('reads an account at most once in half a minute, whatever requests it: %s', async (_, ask) => {
  await publish('p1');
  await round();
  expect(asked).toEqual(['p1']);
  await query('update inbox.watched_post set thread_due = now()');
  await ask();
  await round();
  expect(asked).toEqual(['p1']);
  expect(await wait()).toBeGreaterThan(0);

  await query("update inbox.source set due_at = now(), not_before = now() - interval '1 second'");
  await round();
  expect(asked).toEqual(['p1', 'p1']);
});

it('does not start a reading while another worker reads the account', async () => {
  const [first, second] = await Promise.all([sources().begin(1, GAP), sources().begin(1, GAP)]);
  expect([first, second].filter((left) => left === null)).toHaveLength(1);
  expect(first ?? second).toBeGreaterThan(0);
});

it('continues a list with more pages after half a minute', async () => {
  way = BY_NEWS;
  await round();
  const pages = asked.length;
  expect(await wait()).toBeGreaterThan(0);
  expect(await wait()).toBeLessThanOrEqual(GAP);
  await round();
  expect(asked).toHaveLength(pages);
});
