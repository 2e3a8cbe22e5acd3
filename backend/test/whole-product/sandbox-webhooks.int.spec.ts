import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { PlansDouble } from '#modules/integrations/testing/plans-double.ts';
import { Journal } from '../../sandbox/state/journal.ts';
import { Webhooks } from '../../sandbox/webhooks/webhooks.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';

/** An account and one of its posts on each platform that sends webhooks for comments. */
const TARGETS = [
  ['facebook', '10', '10_20'],
  ['instagram', '17841400000000001', '17900000000000001'],
  ['threads', '20000000000000001', '18000000000000001'],
  ['twitter', '1000000000000000001', '1900000000000000001'],
  ['linkedin', 'urn:li:organization:5', 'urn:li:share:7000000000000000001'],
  ['tiktok', '-000abc', '7012345678901234569'],
] as const;

let product: Booted;
let directory: string;
let journal: Journal;
let webhooks: Webhooks;

beforeAll(async () => {
  product = await boot([IntegrationsModule, PlansDouble, InboxModule], {
    database: true,
    rawOrigin: true,
    // No worker runs, so nothing handles the due rows.
    env: { ROLES: 'web' },
  });
  for (const [index, [platform, account, post]] of TARGETS.entries()) {
    const pool = product.app.get(Pool);
    await pool.query(
      `insert into integrations.account_key (account_id, owner_id, platform, remote_id, held_since) values ($1, 'ana', $2, $3, now())`,
      [index, platform, account],
    );
    await pool.query(
      `insert into inbox.source (account_id, owner_id, platform, due_at, followed_from) values ($1, 'ana', $2, now(), now())`,
      [index, platform],
    );
    await pool.query(
      `insert into inbox.watched_post (account_id, remote_id, post_id, published_at) values ($1, $2, 7, now())`,
      [index, post],
    );
  }
});
afterAll(() => product.close());

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sandbox-webhooks-'));
  journal = new Journal(directory, Date.now);
  webhooks = new Webhooks({ journal, now: () => product.clock.now().getTime(), appUrl: product.url });
  const pool = product.app.get(Pool);
  await pool.query('truncate inbox.delivery');
  await pool.query("update inbox.source set due_at = '2100-01-01', hinted_at = null");
  await pool.query("update inbox.watched_post set thread_due = '2100-01-01'");
});
afterEach(() => {
  webhooks.close();
  journal.close();
  rmSync(directory, { recursive: true });
});

/** Returns the platforms whose account and thread are due for a poll after a webhook. */
const duePlatforms = async () =>
  (
    await product.app.get(Pool).query<{ platform: string }>(
      `select s.platform from inbox.source s join inbox.watched_post w using (account_id)
       where s.due_at <= now() and s.hinted_at is not null and w.thread_due <= now() order by account_id`,
    )
  ).rows.map(({ platform }) => platform);
const waitForDeliveries = async (count: number) => {
  await eventually(() => webhooks.delivered.length >= count);
  return webhooks.delivered;
};
const commentOn = (remoteId: string) => ({
  remoteId,
  author: 'Ben',
  text: 'Lovely "bread" \u{1F35E}',
  parentId: null,
  bot: false,
  unannounced: false,
});
function addComment(index: number, id: string, extra: Partial<ReturnType<typeof commentOn>> = {}): void {
  const [platform, accountId, remoteId] = TARGETS[index] ?? TARGETS[0];
  const post = { text: '', media: [], receivedAt: '', page: '', comments: [] };
  webhooks.commentAdded({ platform, accountId, account: 'ana', remoteId, ...post }, id, {
    ...commentOn(remoteId),
    ...extra,
  });
}

it('makes accounts and threads due after webhooks of all platforms of the sandbox', async () => {
  for (const index of TARGETS.keys()) addComment(index, `70123456789012345${String(index)}0`);
  expect((await waitForDeliveries(6)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await duePlatforms()).toEqual(TARGETS.map(([platform]) => platform));
});

it('accepts webhooks for edits and deletions from platforms that send them', async () => {
  for (const index of TARGETS.keys()) addComment(index, `70123456789012345${String(index)}0`);
  await waitForDeliveries(6);
  for (const [index, [platform]] of TARGETS.entries()) {
    webhooks.commentChanged(platform, `70123456789012345${String(index)}0`, 'edited', 'Other words');
    webhooks.commentChanged(platform, `70123456789012345${String(index)}0`, 'remove');
  }
  const more = (await waitForDeliveries(12)).slice(6);
  expect(more.map(({ platform, status }) => `${platform} ${String(status)}`)).toEqual([
    ...['facebook 200', 'facebook 200', 'threads 200', 'linkedin 200', 'linkedin 200', 'tiktok 200'],
  ]);
});

it('refuses a forged webhook, and stores a repeated one once', async () => {
  webhooks.change({ forged: true, doubled: true });
  addComment(0, '20_1');
  const all = await waitForDeliveries(3);
  expect(all.map(({ isForged, status }) => [isForged, status])).toEqual([
    [true, 401],
    [false, 200],
    [false, 200],
  ]);
  const { rows } = await product.app.get(Pool).query('select from inbox.delivery');
  expect(rows).toHaveLength(1);
});

it('accepts late webhooks and webhooks in any order, and misses those that the sandbox drops', async () => {
  webhooks.change({ reordered: true });
  addComment(0, 'first');
  addComment(1, 'second');
  expect((await waitForDeliveries(2)).map(({ commentId }) => commentId)).toEqual(['second', 'first']);
  webhooks.change({ reordered: false, withheld: true });
  addComment(0, 'late');
  addComment(0, 'later');
  webhooks.change({ withheld: false });
  expect((await waitForDeliveries(4)).slice(2).map(({ commentId }) => commentId)).toEqual(['late', 'later']);
  webhooks.change({ send: false });
  addComment(0, 'never');
  webhooks.change({ send: true });
  addComment(0, 'unannounced', { unannounced: true });
  addComment(0, 'last');
  expect((await waitForDeliveries(5)).slice(4).map(({ commentId }) => commentId)).toEqual(['last']);
});

async function eventually(isDone: () => boolean): Promise<void> {
  while (!isDone()) await pause(5);
}
