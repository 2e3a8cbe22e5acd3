import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { hostBucket } from '#infrastructure/effects/host-requests.ts';
import { pauseOf, pausesOf } from '#infrastructure/effects/pauses.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { UNKNOWN_SERVER } from './due-rows.ts';

/**
 * The app: three calls together, then one per second. An account: two calls together, then one every two
 * seconds.
 */
const APP = { name: 'posts', scope: 'app', capacity: 3, perSeconds: 3 } as const;
const SERVER = { name: 'requests', scope: 'server', capacity: 2, perSeconds: 20 } as const;
const ACCOUNT = { name: 'posts', scope: 'account', capacity: 2, perSeconds: 4 } as const;

let bench: PublishingBench;
let posts = 0;
beforeAll(async () => {
  bench = await PublishingBench.open();
  bench.platform.budgets.twitter = [APP];
  bench.platform.budgets.threads = [APP, ACCOUNT];
  bench.platform.budgets.mastodon = [SERVER];
}, 60_000);
afterAll(() => bench.close());

/** The seconds until a token is free; 0: this call took a token. */
const take = async (
  platform: 'twitter' | 'threads' | 'mastodon',
  accountId: number,
  { postId = ++posts, within = 3600, server = '' } = {},
) => {
  const latest = new Date(bench.clock.time + within * 1000);
  const turn = await bench.buckets.take({ postId, accountId, platform, server }, latest);
  return turn === null ? 0 : (Date.parse(turn) - bench.clock.time) / 1000;
};
const useAllTokens = async () => {
  for (const account of [3, 4, 5]) expect(await take('twitter', account)).toBe(0);
};
const advance = (seconds: number) => {
  bench.clock.time += seconds * 1000;
};

it('gives tokens while they last, and gives each later target its own turn, even to concurrent requests', async () => {
  const waits = await Promise.all(Array.from({ length: 12 }, () => take('twitter', 3)));
  expect(waits.sort((a, b) => a - b)).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  advance(3600);
});

it('gives a target its token at its turn, and gives none to a later target before', async () => {
  await useAllTokens();
  const [first, second] = [++posts, ++posts];
  expect(await take('twitter', 3, { postId: first })).toBe(1);
  expect(await take('twitter', 3, { postId: second })).toBe(2);
  advance(1);
  expect(await take('twitter', 4)).toBe(2);
  expect(await take('twitter', 3, { postId: first })).toBe(0);
  expect(await take('twitter', 3, { postId: second })).toBe(1);
  advance(1);
  expect(await take('twitter', 3, { postId: second })).toBe(0);
  advance(3600);
});

it('gives a target a new turn when it missed its turn by minutes', async () => {
  await useAllTokens();
  const late = ++posts;
  await take('twitter', 3, { postId: late });
  advance(600);
  await useAllTokens();
  expect(await take('twitter', 3, { postId: late })).toBe(1);
  advance(3600);
});

it('takes from the buckets of the app and of the account, and waits for the later token', async () => {
  expect([await take('threads', 3), await take('threads', 3)]).toEqual([0, 0]);
  expect(await take('threads', 3)).toBe(2);
  // Two calls took tokens, and the third reserved one: the app has no token left.
  expect(await take('threads', 4)).toBe(1);
  advance(3600);
});

it('returns the tokens when the turn would come too late', async () => {
  await useAllTokens();
  expect(await take('twitter', 3, { within: 0.5 })).toBe(1);
  expect(await take('twitter', 3)).toBe(1);
  advance(3600);
});

it('pauses only this account, for as long as its platform requested', async () => {
  await bench.buckets.pause(
    { platform: 'mastodon', accountId: 3, server: '' },
    {},
    new Date(bench.clock.time + 90_000).toISOString(),
  );
  expect(await take('mastodon', 3)).toBe(90);
  expect(await take('mastodon', 4)).toBe(0);
  advance(90);
  expect(await take('mastodon', 3)).toBe(0);
});

it('pauses posts, and not replies, when only posts have reached the limit', async () => {
  const caller = { platform: 'youtube', accountId: 3, server: '' } as const;
  const [soon, late] = [90_000, 180_000].map((ms) => new Date(bench.clock.time + ms).toISOString());
  await bench.buckets.pause(caller, { scope: 'app', onlyThisKind: true }, soon ?? '');
  await bench.budgets.pause(pauseOf({ scope: 'app', onlyThisKind: true }, caller, 'replies'), late ?? '');
  expect(await bench.buckets.pausedUntil({ ...caller, accountId: 4 })).toBe(soon);
  expect(await bench.budgets.pausedUntil(pausesOf(caller, 'replies'))).toBe(late);
  advance(180);
});

it('pauses a whole platform when the limit is that of the app', async () => {
  const until = new Date(bench.clock.time + 90_000).toISOString();
  await bench.buckets.pause({ platform: 'twitter', accountId: 3, server: '' }, { scope: 'app' }, until);
  expect(await bench.buckets.pausedUntil({ platform: 'twitter', accountId: 4, server: '' })).toBe(until);
  expect([await take('twitter', 3), await take('twitter', 4), await take('mastodon', 3)]).toEqual([
    90, 90, 0,
  ]);
  advance(90);
  // No token was reserved in the meantime, so the bucket is full.
  expect([await take('twitter', 3), await take('twitter', 4), await take('twitter', 5)]).toEqual([0, 0, 0]);
  advance(3600);
});

it('deletes full buckets and unused turns', async () => {
  await useAllTokens();
  await take('twitter', 3);
  advance(24 * 3600);
  await bench.budgets.sweep();
  const { rows } = await bench.database.pool.query<{ left: number }>(
    'select ((select count(*) from effects.bucket) + (select count(*) from effects.turn))::int as left',
  );
  expect(rows).toEqual([{ left: 0 }]);
});

it('uses shorter times when the run is configured with shorter times', async () => {
  const short = await PublishingBench.open({ times: { budgetSecond: 100 } });
  short.platform.budgets.twitter = [APP];
  const turns: (string | null)[] = [];
  for (const postId of [1, 2, 3, 4])
    turns.push(
      await short.buckets.take(
        { postId, accountId: 3, platform: 'twitter', server: '' },
        new Date(short.clock.time + 1000),
      ),
    );
  expect(turns).toEqual([null, null, null, new Date(short.clock.time + 100).toISOString()]);
  await short.close();
});

it('counts the calls to one server together for all its accounts', async () => {
  const takeAt = (accountId: number, server: string) => take('mastodon', accountId, { server });
  expect([await takeAt(3, 'https://one.test'), await takeAt(4, 'https://one.test')]).toEqual([0, 0]);
  expect(await takeAt(5, 'https://one.test')).toBe(10);
  expect(await takeAt(5, 'https://two.test')).toBe(0);
  // These do not count: a server that is not yet known, and servers of the sandbox.
  for (const server of [UNKNOWN_SERVER, 'https://pds.sandbox.test', ''])
    for (let call = 0; call < 5; call += 1) expect(await takeAt(6, server)).toBe(0);
});
it('counts polls of a server together with the other calls', async () => {
  const reading = hostBucket('https://read.test', { calls: 2, perSeconds: 20 }, 1);
  const now = new Date(bench.clock.time);
  expect(await bench.budgets.take({ caller: 'reading', buckets: [reading], pauses: [] }, now)).toBeNull();
  expect(await take('mastodon', 3, { server: 'https://read.test' })).toBe(0);
  expect(await take('mastodon', 3, { server: 'https://read.test' })).toBe(10);
});
it('reads the pauses at most once a second, and takes no token during a pause', async () => {
  const caller = { platform: 'threads', accountId: 40, server: '', postId: ++posts } as const;
  const pauseReads = jest.spyOn(bench.budgets, 'pausedUntil');
  expect([await bench.buckets.pausedUntil(caller), await bench.buckets.pausedUntil(caller)]).toEqual([
    null,
    null,
  ]);
  expect(pauseReads).toHaveBeenCalledTimes(1);
  // Another process got the refusal.
  const until = new Date(bench.clock.time + 60_000);
  await bench.budgets.pause('threads:40', until.toISOString());
  expect(await bench.buckets.take(caller, until)).toBe(until.toISOString());
  expect(await bench.buckets.pausedUntil({ ...caller, accountId: 41 })).toBeNull();
  await bench.buckets.pause({ ...caller, accountId: 41 }, {}, until.toISOString());
  expect(await bench.buckets.pausedUntil({ ...caller, accountId: 41 })).toBe(until.toISOString());
  expect(await bench.buckets.pausedUntil(caller)).toBe(until.toISOString());
  pauseReads.mockRestore();
});
it('pauses only the server that requested the pause', async () => {
  const callerAt = (accountId: number, server: string) =>
    ({ platform: 'mastodon', accountId, server }) as const;
  const until = new Date(bench.clock.time + 60_000).toISOString();
  await bench.buckets.pause(callerAt(3, 'https://shut.test'), { scope: 'server' }, until);
  expect(await bench.buckets.pausedUntil(callerAt(4, 'https://shut.test'))).toBe(until);
  expect(await bench.buckets.pausedUntil(callerAt(3, 'https://other.test'))).toBeNull();
  // If the server of an account is unknown, only this account is paused.
  await bench.buckets.pause(callerAt(8, UNKNOWN_SERVER), { scope: 'server' }, until);
  expect(await bench.buckets.pausedUntil(callerAt(8, UNKNOWN_SERVER))).toBe(until);
  expect(await bench.buckets.pausedUntil(callerAt(9, UNKNOWN_SERVER))).toBeNull();
});
