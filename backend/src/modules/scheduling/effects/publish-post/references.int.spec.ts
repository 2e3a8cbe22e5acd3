import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';

const bluesky = { accountId: 4, platform: 'bluesky' } as const;
const mastodon = { accountId: 3, platform: 'mastodon' } as const;

let bench: PublishingBench;
beforeEach(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterEach(() => bench.close());

/** A promise that the spec resolves later. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/**
 * Adds a preparation with its own references. It waits for `save` before it saves them, and for `finish`
 * before it ends.
 */
function preparer(key: string) {
  const [save, finish, started, saved] = [gate(), gate(), gate(), gate()];
  bench.platform.preparations.push(async (command) => {
    started.open();
    await save.passed;
    await command.save({ key }).finally(saved.open);
    await finish.passed;
    return { kind: 'prepared', refs: { key } };
  });
  return {
    started: started.passed,
    save: async () => {
      save.open();
      await saved.passed;
    },
    finish: finish.open,
  };
}

const releaseLeases = () =>
  bench.database.pool.query(`update ${DUE_VIEW} set lease_owner = null, lease_until = null`);

it('sends one post when two workers have both prepared it', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(bluesky);
  const [claimed] = await bench.claim();
  if (!claimed) throw new Error('nothing was claimed');
  const a = preparer('A');
  const first = bench.run(claimed);
  await a.started;
  const b = preparer('B');
  const second = bench.run(claimed);
  await b.started;
  await a.save();
  await releaseLeases();
  await b.save();
  b.finish();
  await second;
  bench.clock.time += 2_000;
  await releaseLeases();
  a.finish();
  await first;
  await releaseLeases();
  for (let turn = 0; turn < 3; turn += 1) await bench.runDue(60);
  expect(bench.platform.received).toHaveLength(1);
  expect(bench.eventTypes(post, 4).at(-1)).toBe('PlatformPublished');
});

it('does not store references of a worker that has lost the lease', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  if (!claimed) throw new Error('nothing was claimed');
  const a = preparer('A');
  const run = bench.run(claimed);
  await a.started;
  await bench.database.pool.query(`update ${DUE_VIEW} set lease_owner = 'another'`);
  await a.save();
  a.finish();
  await run;
  expect(bench.eventTypes(post, 3)).toEqual([]);
  expect(bench.platform.calls).toEqual([]);
});

it('tells a preparation that the post may exist only after a call with an unknown outcome', async () => {
  const told: (boolean | undefined)[] = [];
  bench.platform.defaultOutcomes = {
    prepare: ({ publication, refs }) => {
      told.push(publication.mayExist);
      return { kind: 'prepared', refs: refs ?? { key: 'A' } };
    },
    lookUp: () => ({ kind: 'absent' }),
  };
  bench.platform.budgets.mastodon = [{ name: 'posts', scope: 'account', capacity: 1, perSeconds: 90 }];
  const until = new Date(bench.clock.time + 1_000).toISOString();
  await bench.schedule(mastodon);
  await bench.runDue();
  bench.platform.answers.push(
    { kind: 'postponed', reason: 'processing', words: null, until },
    { kind: 'unknown', cause: 'reset', words: null },
  );
  const post = await bench.schedule(mastodon);
  // Waits for the budget, is postponed by the platform, and has an unknown outcome.
  await bench.runDue();
  for (let turn = 0; turn < 30 && bench.platform.calls.length < 4; turn += 1) await bench.runDue(90);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
  expect(bench.platform.calls).toHaveLength(4);
  expect(told).toContain(true);
  expect(told.indexOf(true)).toBe(told.lastIndexOf(undefined) + 1);
  expect(told.slice(0, told.indexOf(true)).length).toBeGreaterThanOrEqual(4);
});
