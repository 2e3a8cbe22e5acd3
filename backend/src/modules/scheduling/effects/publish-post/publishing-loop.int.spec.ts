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

/** Calls to the platform stay open until the spec releases them. */
function hold() {
  const open: (() => void)[] = [];
  const begun: (() => void)[] = [];
  let count = 0;
  bench.platform.beforeCall = () =>
    new Promise<void>((resolve) => {
      open.push(resolve);
      count += 1;
      begun.splice(0).forEach((tell) => {
        tell();
      });
    });
  return {
    begun: async (wanted: number) => {
      while (count < wanted) await new Promise<void>((resolve) => begun.push(resolve));
    },
    letGo: () => {
      bench.platform.beforeCall = () => undefined;
      open.splice(0).forEach((go) => {
        go();
      });
    },
    count: () => count,
  };
}

it('publishes what is due at a tick', async () => {
  const post = await bench.schedule(mastodon, bluesky);
  await bench.catchUp();
  const calls = hold();
  bench.loop.tick();
  await calls.begun(2);
  calls.letGo();
  await bench.loop.onModuleDestroy();
  expect(bench.story(post, 3).at(-1)).toBe('PlatformPublished');
  expect(bench.story(post, 4).at(-1)).toBe('PlatformPublished');
});

it('does not let a slow platform take the slots of another', async () => {
  for (let each = 0; each < 30; each += 1) await bench.schedule(mastodon);
  const quick = await bench.schedule(bluesky);
  await bench.catchUp();
  const calls = hold();
  bench.loop.tick();
  // Sixteen slots of Mastodon and one of Bluesky.
  await calls.begun(17);
  expect(bench.story(quick, 4)).toContain('PublishAttemptStarted');
  calls.letGo();
  await bench.loop.onModuleDestroy();
  expect(bench.platform.received.length).toBeGreaterThanOrEqual(17);
});

it('finishes calls in flight before it stops, and starts nothing new', async () => {
  const first = await bench.schedule(mastodon);
  await bench.catchUp();
  const calls = hold();
  bench.loop.tick();
  await calls.begun(1);
  const stopped = bench.loop.onModuleDestroy();
  const second = await bench.schedule(mastodon);
  await bench.catchUp();
  bench.loop.tick();
  calls.letGo();
  await stopped;
  expect(bench.story(first, 3).at(-1)).toBe('PlatformPublished');
  expect(bench.story(second, 3)).toEqual([]);
});
