import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;

let bench: PublishingBench;
beforeEach(async () => {
  bench = await PublishingBench.open();
  bench.clock.time = Date.now() - 1000;
}, 60_000);
afterEach(() => bench.close());

/**
 * Lets all calls to the platform hang until the spec calls `letGo`. `waitForCalls`: waits for this number of
 * calls.
 */
function holdCalls() {
  const open: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let count = 0;
  bench.platform.beforeCall = () =>
    new Promise<void>((resolve) => {
      open.push(resolve);
      count += 1;
      waiting.splice(0).forEach((notify) => {
        notify();
      });
    });
  return {
    waitForCalls: async (expected: number) => {
      while (count < expected) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    letGo: () => {
      bench.platform.beforeCall = () => undefined;
      open.splice(0).forEach((end) => {
        end();
      });
    },
    count: () => count,
  };
}

it('publishes due posts at a tick', async () => {
  const post = await bench.schedule(mastodon, bluesky);
  await bench.catchUp();
  const calls = holdCalls();
  bench.loop.tick();
  await calls.waitForCalls(2);
  calls.letGo();
  await bench.loop.onModuleDestroy();
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
  expect(bench.eventTypes(post, 4).at(-1)).toBe('PlatformPublished');
});

it('does not let a slow platform use the slots of another platform', async () => {
  for (let posts = 0; posts < 30; posts += 1) await bench.schedule(mastodon);
  const quick = await bench.schedule(bluesky);
  await bench.catchUp();
  const calls = holdCalls();
  bench.loop.tick();
  // 16 calls to Mastodon, because one owner gets half of its slots, and one call to Bluesky.
  await calls.waitForCalls(17);
  expect(bench.eventTypes(quick, 4)).toContain('PublishAttemptStarted');
  calls.letGo();
  await bench.loop.onModuleDestroy();
  expect(bench.platform.received.length).toBeGreaterThanOrEqual(17);
});

it('finishes running calls before it stops, and starts nothing new', async () => {
  const first = await bench.schedule(mastodon);
  await bench.catchUp();
  const calls = holdCalls();
  bench.loop.tick();
  await calls.waitForCalls(1);
  const stopped = bench.loop.onModuleDestroy();
  const second = await bench.schedule(mastodon);
  await bench.catchUp();
  bench.loop.tick();
  calls.letGo();
  await stopped;
  expect(bench.eventTypes(first, 3).at(-1)).toBe('PlatformPublished');
  expect(bench.eventTypes(second, 3)).toEqual([]);
});
