import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { postEvent } from '../../domain/post/post-events.ts';
import { publicationId, publicationStream } from '../../domain/publication/publication.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';

// A post whose public id the platform assigns only after a long check.

const account = { accountId: 3, platform: 'mastodon' } as const;
const MINUTE_SECONDS = 60;
const withHandle = {
  kind: 'published',
  remoteId: 'publish-id',
  permalink: 'https://social.test/@ana',
  awaitsPublicId: true,
} as const;
const named = { kind: 'published', remoteId: '77', permalink: 'https://social.test/@ana/video/77' } as const;

let bench: PublishingBench;
let lookedUpAfter: number[];
let found: typeof withHandle | typeof named;
beforeEach(async () => {
  bench = await PublishingBench.open();
  lookedUpAfter = [];
  found = withHandle;
}, 60_000);
afterEach(() => bench.close());

/** Publishes a post that has only a handle. Records after how many minutes the platform is asked. */
async function publish(): Promise<number> {
  bench.platform.answers.push(withHandle);
  const post = await bench.schedule(account);
  await bench.runDue();
  const publishedAt = bench.clock.time;
  bench.platform.defaultOutcomes = {
    lookUp: (refs) => {
      expect(refs['handle']).toBe('publish-id');
      lookedUpAfter.push(Math.round((bench.clock.time - publishedAt) / 60_000));
      return found;
    },
  };
  return post;
}
async function runFor(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) await bench.runDue(MINUTE_SECONDS);
}
const dueRows = async () => (await bench.database.pool.query(`select 1 from ${DUE_VIEW}`)).rowCount;

it('asks for the public id with growing distances, and records it', async () => {
  const post = await publish();
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublished',
    data: { awaitsPublicId: true },
  });
  await runFor(40);
  expect(lookedUpAfter).toEqual([1, 2, 4, 8, 16, 32]);
  found = named;
  await runFor(30);
  expect(lookedUpAfter).toEqual([1, 2, 4, 8, 16, 32, 64]);
  expect(bench.events(post, 3).at(-1)?.type).toBe('PublicIdAssigned');
  const { state } = await bench.module.get(EventReader).load(publicationStream, publicationId(post, 3));
  expect(state.remote).toEqual({ remoteId: '77', permalink: named.permalink });
  expect(await dueRows()).toBe(0);
  expect(bench.platform.calls).toHaveLength(1);
});
it('stops asking after a week', async () => {
  const post = await publish();
  for (let hours = 0; hours < 9 * 24; hours += 1) await bench.runDue(60 * MINUTE_SECONDS);
  expect(bench.events(post, 3).at(-1)?.type).toBe('PublicIdSearchEnded');
  expect(lookedUpAfter.length).toBeLessThan(20);
  expect(lookedUpAfter.at(-1)).toBeGreaterThanOrEqual(7 * 24 * 60);
  expect(await dueRows()).toBe(0);
});
it('asks for no archived post until it is restored', async () => {
  const post = await publish();
  await bench.record(post, postEvent('PostArchived', { postId: post, ownerId: 'ana' }));
  await runFor(10);
  expect(lookedUpAfter).toEqual([]);
  await bench.record(post, postEvent('PostRestored', { postId: post, ownerId: 'ana' }));
  await runFor(10);
  expect(lookedUpAfter).not.toEqual([]);
});
