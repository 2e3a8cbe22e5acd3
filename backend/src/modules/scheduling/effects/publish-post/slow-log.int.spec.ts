import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';

/** A log of 200 ms an append with the product's five seconds, at two and a half times the pace. */
const APPEND_MS = 80;
const START_WITHIN_MS = 2_000;
/** Posts of each of two platforms, due at one moment. With all slots busy, their appends wait longer than an attempt may. */
const POSTS = 16;

let bench: PublishingBench;
beforeEach(async () => {
  // Leases are not renewed here.
  bench = await PublishingBench.open({ times: { lease: 300_000, startWithin: START_WITHIN_MS } });
  bench.clock.time = Date.now() - 1000;
}, 60_000);
afterEach(() => bench.close());

/** From now on the log makes one append after the other, as on a slow disk. */
function slowDown(): void {
  const append = bench.store.append.bind(bench.store);
  let last: Promise<void> = Promise.resolve();
  bench.store.append = async (...asked) => {
    last = last.then(() => pause(APPEND_MS));
    await last;
    return append(...asked);
  };
}

it('gives up less than a twentieth of the attempts that it begins while the log is slow', async () => {
  const targets = [
    { accountId: 3, platform: 'mastodon' },
    { accountId: 4, platform: 'bluesky' },
  ] as const;
  const due: Readonly<{ post: number; accountId: number }>[] = [];
  for (const target of targets)
    for (let each = 0; each < POSTS; each += 1)
      due.push({
        post: await bench.scheduleFor(`owner ${String(each)}`, target),
        accountId: target.accountId,
      });
  await bench.catchUp();
  bench.clock.run();
  slowDown();
  await bench.loop.round();
  const stories = due.map(({ post, accountId }) => bench.story(post, accountId));
  const count = (wanted: string) => stories.flat().filter((type) => type === wanted).length;
  const started = count('PublishAttemptStarted');
  expect(count('PublishAttemptNotStarted') / started).toBeLessThan(0.05);
  expect(started).toBeGreaterThanOrEqual(due.length);
  expect(count('PlatformPublished')).toBeGreaterThan(0.95 * due.length);
}, 120_000);
