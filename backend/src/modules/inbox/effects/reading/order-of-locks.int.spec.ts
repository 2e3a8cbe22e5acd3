import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { PoolClient } from 'pg';
import { InboxBench } from '../../testing/inbox-bench.ts';
import { Sources } from '../../stores/reading/sources.ts';
import { WatchedPosts } from './watched-posts.ts';

let inbox: InboxBench;
let sources: Sources;
let posts: WatchedPosts;
beforeAll(async () => {
  inbox = await InboxBench.start();
  sources = inbox.booted.app.get(Sources);
  posts = inbox.booted.app.get(WatchedPosts);
}, 60_000);
beforeEach(async () => {
  await inbox.pool.query('truncate inbox.source, inbox.watched_post');
  // The table contains the rows in the reverse order of their keys.
  const account = (accountId: number) =>
    ({ accountId, ownerId: 'ana', platform: 'mastodon', server: null }) as const;
  for (const accountId of [2, 1]) await sources.follow([account(accountId)]);
  await inbox.pool.query("update inbox.source set trouble = 'no-budget', due_at = now() + interval '1 hour'");
  const post = (remoteId: string) => ({
    accountId: 1,
    postId: 1,
    remoteId,
    permalink: null,
    publishedAt: new Date().toISOString(),
  });
  for (const remoteId of ['b', 'a']) await posts.add([post(remoteId)]);
});
afterAll(() => inbox.close());

async function waitForLock(): Promise<void> {
  const until = Date.now() + 10_000;
  for (let waiting = 0; waiting === 0;) {
    const { rowCount } = await inbox.pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    waiting = rowCount ?? 0;
    if (Date.now() > until) throw new Error('No transaction waits for a lock');
  }
}

/**
 * Runs `work` after another transaction has locked the first row. Then that transaction locks the last row. A webhook for both rows does
 * the same.
 */
async function besideOtherTransaction(
  lock: (tx: PoolClient, row: 0 | 1) => Promise<unknown>,
  work: () => Promise<void>,
) {
  const tx = await inbox.pool.connect();
  try {
    await tx.query('begin');
    await lock(tx, 0);
    const working = work();
    await waitForLock();
    await lock(tx, 1);
    await tx.query('commit');
    await working;
  } finally {
    await tx.query('rollback');
    tx.release();
  }
}

it.each([
  ['makes accounts due soon', () => sources.readSoon([2, 1])],
  ['makes accounts due again', () => sources.readAgain(['no-budget'])],
  ['stops following accounts', () => sources.leave([2, 1])],
])('%s without a deadlock', async (_, work) => {
  await besideOtherTransaction(
    (tx, row) => tx.query('select from inbox.source where account_id = $1 for update nowait', [[1, 2][row]]),
    work,
  );
});

it.each([
  [
    'makes threads due soon',
    () =>
      posts.readSoon(
        1,
        ['b', 'a'].map((remoteId) => ({ remoteId, count: 1 })),
      ),
  ],
  ['makes all threads due soon', () => posts.readAllSoon(1)],
])('%s without a deadlock', async (_, work) => {
  await besideOtherTransaction(
    (tx, row) =>
      tx.query('select from inbox.watched_post where account_id = 1 and remote_id = $1 for update nowait', [
        ['a', 'b'][row],
      ]),
    work,
  );
});

it.each([
  [1.5, 1],
  [3e9, 2_147_483_647],
  [1e300, 2_147_483_647],
])('stores %s as the count of comments, whatever a server sends', async (count, kept) => {
  await posts.readSoon(1, [{ remoteId: 'a', count }]);
  expect((await posts.postsOf(1)).find(({ remoteId }) => remoteId === 'a')?.count).toBe(kept);
});
