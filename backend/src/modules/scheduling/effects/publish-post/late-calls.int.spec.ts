import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';
import { postEvent } from '../../domain/post/post-events.ts';

// A delayed call may reach the platform after the worker stopped waiting for it.

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const QUARTER_HOUR_SECONDS = 900;

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => {
  bench.platform.received.length = 0;
  bench.platform.calls.length = 0;
});

const timeout = { kind: 'unknown', cause: 'timeout', words: null } as const;
/** Publishes a post whose first call is delayed. `arrive`: the call reaches the platform. */
async function postWithDelayedCall() {
  bench.platform.answers.push(timeout);
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  const refs = bench.platform.calls[0]?.refs as { key: string };
  return { post, key: refs.key, arrive: () => bench.platform.received.push(refs.key) };
}
/** Advances the clock by this many seconds, and runs the due work every five seconds. */
async function runFor(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 5) while ((await bench.runDue(5)) > 0) passed += 5;
}
const lastEvent = (post: number) => bench.events(post, 3).at(-1);
const duplicatesCounted = async () => {
  const text = await bench.module.get(Metrics).registry.getSingleMetricAsString('publish_duplicates_total');
  return Number(/publish_duplicates_total\{platform="mastodon"\} (\d+)/u.exec(text)?.[1] ?? 0);
};

it.each([75, 240])(
  'finds the post of a call that arrives %i seconds late, and does not send it again',
  async (seconds) => {
    const { post, arrive } = await postWithDelayedCall();
    await runFor(seconds);
    arrive();
    await runFor(400);
    expect(bench.platform.received).toHaveLength(1);
    expect(lastEvent(post)).toMatchObject({ type: 'PlatformPublished', data: { evidence: 'look-up' } });
  },
);

it('sends a missing post again after about six minutes, and ends the search for duplicates 15 minutes later', async () => {
  const { post } = await postWithDelayedCall();
  const lookUntil = lastEvent(post)?.data['lookUntil'] as string;
  expect(Date.parse(lookUntil)).toBe(bench.clock.time + 360_000);
  bench.clock.time = Date.parse(lookUntil) - 1000;
  await bench.runDue();
  await bench.runDue();
  expect(bench.platform.calls).toHaveLength(1);
  await runFor(30);
  expect(bench.platform.calls).toHaveLength(2);
  expect(bench.platform.received).toHaveLength(1);
  await runFor(QUARTER_HOUR_SECONDS + 10);
  expect(lastEvent(post)).toMatchObject({ type: 'DuplicateSearchEnded', data: { result: 'none' } });
});

it('finds a late second copy 15 minutes after the success, and counts it in the metrics', async () => {
  const before = await duplicatesCounted();
  const { post, key, arrive } = await postWithDelayedCall();
  await runFor(400);
  expect(lastEvent(post)?.type).toBe('PlatformPublished');
  arrive();
  await runFor(QUARTER_HOUR_SECONDS);
  expect(bench.events(post, 3).slice(-2)).toMatchObject([
    { type: 'DuplicateDetected', data: { evidence: 'look-up' } },
    { type: 'DuplicateSearchEnded', data: { result: 'found' } },
  ]);
  expect(bench.platform.received).toEqual([key, key]);
  expect(await duplicatesCounted()).toBe(before + 1);
  expect(await bench.runDue(99_999)).toBe(0);
});

it('delays the search for a second copy while other posts of the account are being sent', async () => {
  const { post } = await postWithDelayedCall();
  await runFor(400);
  bench.clock.time += QUARTER_HOUR_SECONDS * 1000;
  bench.platform.beforeCall = async () => {
    await bench.runDue();
    bench.platform.beforeCall = () => undefined;
  };
  await bench.schedule(mastodon);
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).not.toContain('DuplicateSearchEnded');
  await runFor(70);
  expect(lastEvent(post)?.type).toBe('DuplicateSearchEnded');
});

it('repeats a failed search for a second copy, and does not search for a copy of an archived post', async () => {
  const { post } = await postWithDelayedCall();
  await runFor(400);
  bench.platform.lookUps.push({ kind: 'failed', words: 'busy' });
  await runFor(QUARTER_HOUR_SECONDS);
  expect(lastEvent(post)?.type).toBe('PlatformPublished');
  await runFor(QUARTER_HOUR_SECONDS + 10);
  expect(lastEvent(post)?.type).toBe('DuplicateSearchEnded');

  const other = await postWithDelayedCall();
  await runFor(400);
  await bench.record(other.post, postEvent('PostArchived', { postId: other.post, ownerId: 'ana' }));
  expect(await bench.runDue(QUARTER_HOUR_SECONDS)).toBe(0);
});

it('ignores a negative look-up that began while the call could still arrive', async () => {
  const { post, arrive } = await postWithDelayedCall();
  const lookUntil = Date.parse(lastEvent(post)?.data['lookUntil'] as string);
  await runFor(10);
  expect(lastEvent(post)?.type).toBe('PublishLookedUp');
  bench.clock.time = lookUntil - 60_000;
  await bench.database.pool.query(`update ${DUE_VIEW} set due_at = $1 where post_id = $2`, [
    new Date(bench.clock.time),
    post,
  ]);
  const slowLookUp = () => {
    bench.platform.defaultOutcomes = {};
    arrive();
    bench.clock.time = lookUntil + 10_000;
    return { kind: 'absent' } as const;
  };
  bench.platform.defaultOutcomes = { lookUp: slowLookUp };
  await runFor(60);
  expect(bench.platform.calls).toHaveLength(1);
  expect(lastEvent(post)).toMatchObject({ type: 'PlatformPublished', data: { evidence: 'look-up' } });
});

it('searches for a second copy when a post is restored', async () => {
  const { post } = await postWithDelayedCall();
  await runFor(400);
  const data = { postId: post, ownerId: 'ana' };
  await bench.record(post, postEvent('PostArchived', data));
  await runFor(2 * QUARTER_HOUR_SECONDS);
  expect(lastEvent(post)?.type).toBe('PlatformPublished');
  await bench.record(post, postEvent('PostRestored', data));
  await runFor(10);
  expect(lastEvent(post)).toMatchObject({ type: 'DuplicateSearchEnded', data: { result: 'none' } });
});

it('delays the search for a second copy while a similar post has an unknown outcome', async () => {
  const { post } = await postWithDelayedCall();
  await runFor(400);
  bench.platform.lookUps.push({ kind: 'cannot-tell' });
  const similar = await postWithDelayedCall();
  await runFor(QUARTER_HOUR_SECONDS);
  expect(bench.events(similar.post, 3).at(-1)).toMatchObject({
    type: 'PublishLookedUp',
    data: { nextAt: null },
  });
  expect(bench.eventTypes(post, 3)).not.toContain('DuplicateSearchEnded');
});

it('searches for the post of an earlier attempt after a refusal as a duplicate', async () => {
  const lookUp = jest.spyOn(bench.platform, 'lookUp');
  try {
    bench.platform.answers.push(timeout, {
      kind: 'refused',
      reason: 'duplicate',
      words: 'The same status',
      retryable: false,
    });
    const post = await bench.schedule(mastodon);
    await bench.runDue();
    const firstAt = bench.events(post, 3).find(({ type }) => type === 'PublishAttemptStarted')?.data[
      'startedAt'
    ];
    await runFor(500);
    expect(bench.platform.calls.length).toBeGreaterThan(1);
    const searched = lookUp.mock.calls.map(([, , since]) => since);
    expect(new Set(searched)).toEqual(new Set([firstAt]));
  } finally {
    lookUp.mockRestore();
  }
});
