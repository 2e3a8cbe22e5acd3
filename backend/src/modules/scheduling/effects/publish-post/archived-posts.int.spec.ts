import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { postEvent } from '../../domain/post/post-events.ts';

// These posts are archived while a call for one of their targets has an open outcome.

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;
/** A platform without look-ups, where a person must decide about an unknown outcome. */
const withoutLookUps = { accountId: 5, platform: 'snapchat' } as const;
const timeout = { kind: 'unknown', cause: 'timeout', words: null } as const;

let bench: PublishingBench;
beforeEach(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterEach(() => bench.close());

const archive = (postId: number) =>
  bench.record(postId, postEvent('PostArchived', { postId, ownerId: 'ana' }));
const lastEvent = (post: number, accountId: number) => bench.events(post, accountId).at(-1);
/** Runs all due work of twelve hours, and checks that it ends. */
async function runUntilIdle(): Promise<void> {
  for (let rounds = 0; await bench.runNext(bench.clock.time + 12 * 3_600_000); rounds += 1)
    expect(rounds).toBeLessThan(50);
}

it('looks up the outcome of the call for an archived post, and does not send the post again', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await archive(post);
  await bench.runDue(5);
  expect(lastEvent(post, 3)).toMatchObject({ type: 'PlatformPublished', data: { evidence: 'look-up' } });
  expect(bench.platform.received).toHaveLength(1);
  await runUntilIdle();
});

it('marks an archived post as failed when the look-up does not find it', async () => {
  bench.platform.answers.push(timeout);
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await archive(post);
  await runUntilIdle();
  expect(lastEvent(post, 3)).toMatchObject({
    type: 'PlatformPublishFailed',
    data: { reason: 'not-there', retryable: false },
  });
  expect(bench.platform.calls).toHaveLength(1);
});

it('looks up an archived post even if a repeated call would be harmless', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(bluesky);
  await bench.runDue();
  await archive(post);
  await bench.runDue(5);
  expect(lastEvent(post, 4)).toMatchObject({ type: 'PlatformPublished', data: { evidence: 'look-up' } });
  expect(bench.platform.calls).toHaveLength(1);
  await runUntilIdle();
});

it.each([mastodon, bluesky])('looks up the call of a killed worker: %j', async (account) => {
  const postId = await bench.schedule(account);
  const { accountId } = account;
  const target = { ...account, postId, ownerId: 'ana' };
  const at = (seconds: number) => new Date(bench.clock.time + seconds * 1000).toISOString();
  const attempt = { attemptId: 'lost', number: 1, contentHash: 'hash', fingerprint: 'print' };
  const times = { startedAt: at(0), startBy: at(5), deadline: at(30) };
  await bench.recordOn(
    postId,
    accountId,
    eventAbout({ target }, 'PublishAttemptStarted', { ...attempt, ...times }),
  );
  await archive(postId);
  bench.platform.lookUps.push({ kind: 'published', remoteId: 'r1', permalink: null });
  await runUntilIdle();
  expect(lastEvent(postId, accountId)).toMatchObject({
    type: 'PlatformPublished',
    data: { evidence: 'look-up' },
  });
  expect(bench.platform.calls).toEqual([]);
});

it('polls a platform that accepted an archived post until the processing ends', async () => {
  bench.platform.answers.push({ kind: 'accepted', handle: 'h1' });
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await archive(post);
  bench.platform.lookUps.push({ kind: 'pending' }, { kind: 'published', remoteId: 'h1', permalink: null });
  await runUntilIdle();
  expect(lastEvent(post, 3)).toMatchObject({ type: 'PlatformPublished', data: { evidence: 'status' } });
});

it('leaves the outcome of an archived post to its owner when no look-up is possible', async () => {
  bench.platform.answers.push(timeout);
  const post = await bench.schedule(withoutLookUps);
  await bench.runDue();
  await archive(post);
  await runUntilIdle();
  expect(lastEvent(post, 5)).toMatchObject({ type: 'PlatformPublishUnknown', data: { nextAt: null } });
});

it('does not try an archived post again after a temporary refusal', async () => {
  bench.platform.answers.push({ kind: 'refused', reason: 'server', words: null, retryable: true });
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await archive(post);
  await runUntilIdle();
  expect(lastEvent(post, 3)).toMatchObject({
    type: 'PublicationCancelled',
    data: { reason: 'post-removed' },
  });
  expect(bench.platform.calls).toHaveLength(1);
});

it('searches once for a second copy of an archived post when its last attempt succeeds late', async () => {
  bench.platform.answers.push({ kind: 'refused', reason: 'server', words: null, retryable: true });
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  bench.platform.answers.push(async () => {
    await archive(post);
    return { kind: 'published', remoteId: 'r1', permalink: null };
  });
  await bench.runDue(60);
  expect(lastEvent(post, 3)).toMatchObject({ data: { lookAgainAt: expect.any(String) as unknown } });
  await bench.catchUp();
  await runUntilIdle();
  expect(lastEvent(post, 3)).toMatchObject({ type: 'DuplicateSearchEnded' });
});

it('publishes a restored post at its new time, although a worker with an outdated row treated it as deleted', async () => {
  const post = await bench.schedule(mastodon);
  const key = { postId: post, ownerId: 'ana' };
  const target = { ...key, ...mastodon };
  const now = new Date(bench.clock.time).toISOString();
  const scheduledFor = new Date(bench.clock.time + 3_600_000).toISOString();
  const trouble = { code: 'reconnect', words: 'Look.', checkedAt: now, dueAt: now, postRevision: 0 };
  await bench.recordOn(post, 3, eventAbout({ target }, 'PublicationWarned', trouble));
  const [claimed] = await bench.claim();
  await bench.record(
    post,
    postEvent('PostRescheduled', { ...key, scheduledFor, timezone: null, localTime: null }),
    postEvent('PostCancelled', key),
  );
  if (claimed) await bench.run(claimed);
  await bench.record(post, postEvent('PostRestored', key));
  await bench.runDue(3_600);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});
