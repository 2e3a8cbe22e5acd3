import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';

/**
 * Simulates appends of 200 ms with a start limit of five seconds. Both are divided by 2.5, so that the spec
 * is faster.
 */
const APPEND_MS = 80;
const START_WITHIN_MS = 2_000;
/**
 * The number of posts on each of two platforms, all due at the same time. With all slots busy, an append
 * waits longer than the start limit.
 */
const POSTS = 16;

let bench: PublishingBench;
beforeEach(async () => {
  // The lease is long, because this spec does not renew leases.
  bench = await PublishingBench.open({ times: { lease: 300_000, startWithin: START_WITHIN_MS } });
  bench.clock.time = Date.now() - 1000;
}, 60_000);
afterEach(() => bench.close());

/** From now on, the log makes appends one after another, as on a slow disk. */
function slowDown(): void {
  const append = bench.store.append.bind(bench.store);
  let last: Promise<void> = Promise.resolve();
  bench.store.append = async (...args) => {
    last = last.then(() => pause(APPEND_MS));
    await last;
    return append(...args);
  };
}

it('calls the platform for at least 95 % of the started attempts while the log is slow', async () => {
  const targets = [
    { accountId: 3, platform: 'mastodon' },
    { accountId: 4, platform: 'bluesky' },
  ] as const;
  const due: Readonly<{ post: number; accountId: number }>[] = [];
  for (const target of targets)
    for (let owner = 0; owner < POSTS; owner += 1)
      due.push({
        post: await bench.scheduleFor(`owner ${String(owner)}`, target),
        accountId: target.accountId,
      });
  await bench.catchUp();
  bench.clock.run();
  slowDown();
  await bench.loop.round();
  const stories = due.map(({ post, accountId }) => bench.eventTypes(post, accountId));
  const count = (type: string) => stories.flat().filter((each) => each === type).length;
  const started = count('PublishAttemptStarted');
  expect(count('PublishAttemptNotStarted') / started).toBeLessThan(0.05);
  expect(started).toBeGreaterThanOrEqual(due.length);
  expect(count('PlatformPublished')).toBeGreaterThan(0.95 * due.length);
}, 120_000);
