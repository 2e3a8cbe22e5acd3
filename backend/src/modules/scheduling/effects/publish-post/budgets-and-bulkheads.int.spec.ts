import { SECOND_MS } from '@posthorn/contracts/shared/durations';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { AccountServers } from './account-servers.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const other = { accountId: 5, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;

let bench: PublishingBench;
beforeEach(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterEach(() => bench.close());

it("publishes simultaneous posts within the platform's budget: each once, after its time, and in turn by owner", async () => {
  bench.platform.budgets.mastodon = [{ name: 'posts', scope: 'app', capacity: 20, perSeconds: 2 }];
  const scheduledFor = bench.clock.time + SECOND_MS;
  bench.clock.time = scheduledFor;
  const owners = ['ana', 'bob', 'cyd', 'dot'];
  // Ana's posts were all scheduled first.
  for (const owner of owners)
    for (let each = 0; each < 50; each += 1) await bench.scheduleFor(owner, mastodon);
  bench.clock.time = scheduledFor - 1;
  const calls: { at: number; ownerId: string }[] = [];
  bench.platform.beforeCall = ({ ownerId }) => {
    calls.push({ at: bench.clock.time, ownerId });
  };
  expect(await bench.runDue()).toBe(0);
  bench.clock.time = scheduledFor;
  for (let turns = 0; calls.length < 200 && turns < 120; turns += 1) {
    await bench.runDue();
    bench.clock.time += 200;
  }
  expect(calls).toHaveLength(200);
  expect(new Set(bench.platform.received).size).toBe(200);
  expect(calls.every(({ at }) => at >= scheduledFor)).toBe(true);
  // At most 20 from the full bucket, and then ten per second.
  for (const { at } of calls)
    expect(calls.filter((call) => call.at >= at && call.at < at + SECOND_MS).length).toBeLessThanOrEqual(30);
  expect((calls.at(-1)?.at ?? 0) - scheduledFor).toBe(18 * SECOND_MS);
  for (const owner of owners)
    expect(calls.slice(0, 40).filter(({ ownerId }) => ownerId === owner)).toHaveLength(10);
}, 60_000);

it('records a wait of over a minute for a token as an event, and only changes the row for a shorter wait', async () => {
  bench.platform.budgets.mastodon = [{ name: 'posts', scope: 'account', capacity: 2, perSeconds: 90 }];
  const posts = [];
  for (let each = 0; each < 4; each += 1) posts.push(await bench.schedule(mastodon));
  const [, , short = 0, long = 0] = posts;
  await bench.runDue();
  expect(bench.eventTypes(short, 3)).toEqual(['PublishPrepared']);
  expect(bench.events(long, 3).at(-1)).toMatchObject({
    type: 'PublishPostponed',
    data: { reason: 'rate-limit', attemptId: null, until: new Date(bench.clock.time + 90_000).toISOString() },
  });
  expect(await bench.runDue(44)).toBe(0);
  expect(await bench.runDue(1)).toBe(1);
  expect(bench.eventTypes(short, 3).at(-1)).toBe('PlatformPublished');
  expect(await bench.runDue(45)).toBe(1);
  expect(bench.eventTypes(long, 3).at(-1)).toBe('PlatformPublished');
});

it('does not call the platform for an account during a pause that the platform requested', async () => {
  const until = new Date(bench.clock.time + 20_000).toISOString();
  bench.platform.answers.push({ kind: 'postponed', reason: 'rate-limit', words: null, until });
  const first = await bench.schedule(mastodon);
  const second = await bench.schedule(mastodon);
  const onOtherAccount = await bench.schedule(other);
  await bench.runDue();
  expect(bench.platform.calls.map(({ accountId }) => accountId)).toEqual([3, 5]);
  expect(bench.eventTypes(second, 3)).toEqual([]);
  expect(bench.eventTypes(onOtherAccount, 5).at(-1)).toBe('PlatformPublished');
  expect(await bench.runDue(19)).toBe(0);
  expect(await bench.runDue(1)).toBe(2);
  for (const post of [first, second]) expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('continues when each of several pauses ends, before posts that are due later', async () => {
  const waited = await bench.schedule(mastodon);
  for (let each = 1; each <= 4; each += 1) {
    const reset = bench.clock.time + 300 * SECOND_MS;
    const until = new Date(reset).toISOString();
    bench.platform.answers.push({
      kind: 'postponed',
      reason: 'rate-limit',
      words: null,
      until,
      isTimeFromPlatform: true,
    });
    await bench.runDue();
    expect(bench.events(waited, 3).at(-1)).toMatchObject({ type: 'PublishPostponed', data: { until } });
    bench.clock.time = reset - SECOND_MS;
    expect(await bench.runDue()).toBe(0);
    bench.clock.time = reset;
  }
  bench.platform.calls.length = 0;
  const later = await bench.schedule(mastodon);
  bench.clock.time += SECOND_MS;
  await bench.runDue();
  expect(bench.platform.calls.map(({ text }) => text)).toEqual(
    [waited, later].map((post) => `Post ${String(post)}`),
  );
  expect(bench.eventTypes(waited, 3).at(-1)).toBe('PlatformPublished');
});

/** Lets matching calls hang until the spec calls `letGo`. All other calls end immediately. */
function hang(isHanging: (call: Readonly<{ accountId: number; ownerId: string }>) => boolean) {
  const open: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let answered = 0;
  bench.platform.beforeCall = (call) => {
    if (isHanging(call)) return new Promise<void>((resolve) => open.push(resolve));
    answered += 1;
    for (const resolve of waiting.splice(0)) resolve();
    return undefined;
  };
  return {
    waitForAnswers: async (expected: number) => {
      while (answered < expected) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    countHanging: () => open.length,
    letGo: () => {
      bench.platform.beforeCall = () => undefined;
      for (const resolve of open.splice(0)) resolve();
    },
  };
}

it('keeps slots free when a server hangs for many owners', async () => {
  bench.clock.time = Date.now() - 2000;
  for (let account = 100; account < 160; account += 1) {
    bench.platform.servers.set(account, 'hangs.test');
    await bench.scheduleFor(`owner-${String(account)}`, { accountId: account, platform: 'mastodon' });
  }
  bench.platform.servers.set(3, 'works.test');
  bench.clock.time += SECOND_MS;
  for (let each = 0; each < 3; each += 1) await bench.schedule(mastodon);
  await bench.catchUp();
  const calls = hang(({ accountId }) => accountId >= 100);
  bench.loop.tick();
  await calls.waitForAnswers(3);
  expect(calls.countHanging()).toBeLessThanOrEqual(16);
  calls.letGo();
  await bench.loop.onModuleDestroy();
});

it('keeps slots free when many posts of one owner hang', async () => {
  bench.clock.time = Date.now() - 2000;
  for (let each = 0; each < 300; each += 1) await bench.scheduleFor('hog', mastodon);
  bench.clock.time += SECOND_MS;
  for (const owner of ['ana', 'bob', 'cyd']) await bench.scheduleFor(owner, other);
  await bench.schedule(bluesky);
  await bench.catchUp();
  const calls = hang(({ ownerId }) => ownerId === 'hog');
  bench.loop.tick();
  await calls.waitForAnswers(4);
  expect(calls.countHanging()).toBeLessThanOrEqual(16);
  calls.letGo();
  await bench.loop.onModuleDestroy();
});

it('gives each owner at most a fair share of the slots, including posts that are already running', async () => {
  for (const owner of ['a', 'b', 'c', 'd', 'e'])
    for (let each = 0; each < 20; each += 1) await bench.scheduleFor(owner, mastodon);
  await bench.claim();
  await bench.module.get(AccountServers).learn();
  await bench.database.pool.query(`update ${DUE_VIEW} set lease_owner = null, lease_until = null`);
  const claimed = await bench.rows.claim([{ platform: 'mastodon', free: 32, owners: {}, servers: {} }]);
  const countOf = (owner: string) => claimed.filter(({ ownerId }) => ownerId === owner).length;
  expect(['a', 'b', 'c', 'd', 'e'].map(countOf)).toEqual([6, 6, 5, 5, 5]);
  const full = {
    platform: 'mastodon',
    free: 5,
    owners: { a: 6, b: 6, c: 5, d: 5, e: 5 },
    servers: {},
  } as const;
  expect(await bench.rows.claim([full])).toEqual([]);
  expect(await bench.rows.claim([{ ...full, owners: { a: 6, b: 6, c: 5, d: 5, e: 3 } }])).toHaveLength(1);
});
