import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { publicationId } from '../../domain/publication/publication.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';
import { postEvent, type TargetAccount } from '../../domain/post/post-events.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;
const PUBLISHED = ['PublishPrepared', 'PublishAttemptStarted', 'PlatformPublished'];

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => {
  bench.platform.received.length = 0;
  bench.platform.calls.length = 0;
});

/** Runs the search for a second copy, 15 minutes after a success that took two attempts. */
const runDuplicateSearch = () => bench.runDue(900);

it('publishes a due post once on each account and then makes no more calls', async () => {
  const post = await bench.schedule(mastodon, bluesky);
  expect(await bench.runDue()).toBe(2);
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
  expect(bench.eventTypes(post, 4)).toEqual(PUBLISHED);
  expect(bench.store.historyOf(`post-${String(post)}`).map(({ type }) => type)).toEqual([
    'PostScheduled',
    'PostPublishingStarted',
  ]);
  expect(bench.platform.received).toHaveLength(2);
  expect(await bench.runDue(99_999)).toBe(0);
});

it('does not publish a post before its time', async () => {
  bench.clock.time -= 1;
  const post = await bench.schedule(mastodon);
  bench.clock.time -= 1;
  expect(await bench.runDue()).toBe(0);
  expect(await bench.runDue(1)).toBe(1);
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
});

it('publishes on one account when the other account refuses', async () => {
  bench.platform.answers.push({
    kind: 'refused',
    reason: 'rejected',
    words: 'No.',
    retryable: false,
  });
  const post = await bench.schedule(mastodon, bluesky);
  await bench.runDue();
  const stories = [bench.eventTypes(post, 3).at(-1), bench.eventTypes(post, 4).at(-1)].sort();
  expect(stories).toEqual(['PlatformPublishFailed', 'PlatformPublished']);
});

const revoked = { kind: 'refused', reason: 'reconnect', words: 'Token revoked', retryable: false } as const;
const hour = 3600;

it('waits for an account that must be connected again, and publishes once afterwards', async () => {
  bench.platform.answers.push(revoked);
  bench.platform.connection = 'needs-reconnect';
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await bench.runDue();
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PublishPostponed',
    data: { reason: 'reconnect' },
  });
  // The event of the new connection was missed. The next check of the account finds it.
  bench.platform.connection = 'active';
  await bench.runDue(900);
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).toEqual([
    ...['PublishPrepared', 'PublishAttemptStarted', 'PublishPostponed', 'PublicationResumed'],
    ...['PublishAttemptStarted', 'PlatformPublished'],
  ]);
  expect(bench.platform.received).toHaveLength(1);
});

it('notices immediately that the account was connected again while the post was being postponed', async () => {
  bench.platform.preparations.push(revoked);
  const post = await bench.schedule(mastodon);
  for (let turn = 0; turn < 3; turn += 1) await bench.runDue();
  expect(bench.eventTypes(post, 3).slice(0, 2)).toEqual(['PublishPostponed', 'PublicationResumed']);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('fails with "reconnect" when the account was not connected again in time', async () => {
  bench.platform.preparations.push(revoked);
  bench.platform.connection = 'needs-reconnect';
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  for (let waited = 0; waited < 6 * hour; waited += 900) await bench.runDue(900);
  bench.platform.connection = 'active';
  expect(bench.eventTypes(post, 3)).toEqual(['PublishPostponed', 'PlatformPublishFailed']);
  expect(bench.events(post, 3).at(-1)).toMatchObject({ data: { reason: 'reconnect', retryable: false } });
});

it('fails on an account that was disconnected while the post waited for it', async () => {
  bench.platform.preparations.push(revoked);
  bench.platform.connection = 'needs-reconnect';
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  bench.platform.connection = 'disconnected';
  await bench.runDue(900);
  bench.platform.connection = 'active';
  expect(bench.eventTypes(post, 3)).toEqual(['PublishPostponed', 'PlatformPublishFailed']);
  expect(bench.events(post, 3).at(-1)).toMatchObject({ data: { reason: 'account-missing' } });
});

it('looks up a post twice before it sends the post again, the second time when no late call can arrive', async () => {
  bench.platform.answers.push({ kind: 'unknown', cause: 'server-error', words: null });
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublishUnknown');
  await bench.runDue(2);
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PublishLookedUp');
  await bench.runDue(6);
  await bench.runDue(24);
  expect(bench.platform.calls).toHaveLength(1);
  await bench.runDue(328);
  await bench.runDue();
  expect(bench.eventTypes(post, 3).slice(-4)).toEqual([
    'PublishLookedUp',
    'PlatformPublishFailed',
    'PublishAttemptStarted',
    'PlatformPublished',
  ]);
  expect(bench.platform.received).toHaveLength(1);
  await runDuplicateSearch();
});

it('finds a post whose response was lost, and does not send it again', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await bench.runDue(2);
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublished',
    data: { evidence: 'look-up' },
  });
  expect(bench.platform.received).toHaveLength(1);
});

it('repeats the call with the same references if repetitions are harmless on the platform', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(bluesky);
  await bench.runDue();
  await bench.runDue(2);
  expect(bench.eventTypes(post, 4).slice(-2)).toEqual(['PublishAttemptStarted', 'PlatformPublished']);
  const [first, second] = bench.platform.calls;
  expect(second?.refs).toEqual(first?.refs);
  expect(bench.platform.received).toHaveLength(1);
});

it('waits as long as the platform requests, and does not count a try', async () => {
  const until = new Date(bench.clock.time + 20_000).toISOString();
  bench.platform.answers.push({ kind: 'postponed', reason: 'rate-limit', words: null, until });
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  expect(await bench.runDue(19)).toBe(0);
  expect(await bench.runDue(1)).toBe(1);
  expect(bench.eventTypes(post, 3)).not.toContain('PlatformPublishFailed');
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('does not record an event when a preparation is postponed for less than a minute', async () => {
  const until = new Date(bench.clock.time + 20_000).toISOString();
  bench.platform.preparations.push({ kind: 'postponed', reason: 'breaker', words: null, until });
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).toEqual([]);
  expect(await bench.runDue(19)).toBe(0);
  await bench.runDue(1);
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
});

it('fails with the message of the check when the post does not fit', async () => {
  bench.platform.problems = [{ code: 'too-long', message: 'It is too long.' }];
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  bench.platform.problems = [];
  expect(bench.platform.calls).toEqual([]);
  expect(bench.events(post, 3)).toMatchObject([
    { type: 'PlatformPublishFailed', data: { reason: 'too-long', retryable: false } },
  ]);
});

it('stores the names and figures of what stopped the post, from the check and from the preparation', async () => {
  const tooLong = { variant: 'bytes', values: { platform: 'Mastodon' } };
  const usedUp = { variant: 'quota', values: { platform: 'Mastodon' } };
  bench.platform.problems = [{ code: 'integrations.text-too-long', message: 'Too long.', ...tooLong }];
  const refused = await bench.schedule(mastodon);
  await bench.runDue();
  bench.platform.problems = [];
  const until = new Date(bench.clock.time + 120_000).toISOString();
  const wait = { kind: 'postponed', reason: 'quota', words: 'Used up.', until } as const;
  bench.platform.preparations.push({ ...wait, ...usedUp });
  const waiting = await bench.schedule(mastodon);
  await bench.runDue();
  const encrypted = { $personal: expect.anything() };
  expect(bench.events(refused, 3)).toMatchObject([
    { type: 'PlatformPublishFailed', data: { variant: 'bytes', values: encrypted } },
  ]);
  expect(bench.events(waiting, 3)).toMatchObject([
    { type: 'PublishPostponed', data: { variant: 'quota', values: encrypted } },
  ]);
  await bench.runDue(120);
  expect(bench.eventTypes(waiting, 3)).toEqual(['PublishPostponed', ...PUBLISHED]);
});

it('resolves the attempt of a killed worker with look-ups', async () => {
  const post = await bench.schedule(mastodon);
  const target = { postId: post, accountId: 3, ownerId: 'ana', platform: 'mastodon' } as const;
  const timeAfter = (seconds: number) => new Date(bench.clock.time + seconds * 1000).toISOString();
  const attempt = { attemptId: 'lost', number: 1, contentHash: 'hash', fingerprint: 'print' };
  const times = { startedAt: timeAfter(0), startBy: timeAfter(5), deadline: timeAfter(30) };
  await bench.recordOn(
    post,
    3,
    eventAbout({ target }, 'PublishPrepared', { contentHash: 'hash', refs: { key: 'lost' } }),
    eventAbout({ target }, 'PublishAttemptStarted', { ...attempt, ...times }),
  );
  await bench.runDue(30);
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublishUnknown',
    data: { cause: 'lost-worker' },
  });
  await bench.runDue(2);
  await bench.runDue(328);
  await bench.runDue();
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
  expect(bench.platform.received).toHaveLength(1);
  await runDuplicateSearch();
});

it('lets only one of two workers publish when both claimed the same target', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  await Promise.all(claimed ? [bench.run(claimed), bench.run(claimed), bench.run(claimed)] : []);
  expect(bench.platform.received).toHaveLength(1);
  expect(bench.eventTypes(post, 3).filter((type) => type === 'PublishAttemptStarted')).toHaveLength(1);
});

it('does not call the platform when another worker has taken the lease in the meantime', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  await bench.database.pool.query(`update ${DUE_VIEW} set lease_owner = 'another'`);
  if (claimed) await bench.run(claimed);
  expect(bench.platform.calls).toEqual([]);
  expect(bench.eventTypes(post, 3)).toEqual([]);
  await bench.database.pool.query(`update ${DUE_VIEW} set lease_owner = null, lease_until = null`);
  await bench.runDue();
  expect(bench.platform.received).toHaveLength(1);
});

it('makes the call only after the event log could store the intent', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  bench.store.seal();
  await expect(claimed && bench.run(claimed)).rejects.toThrow('sealed');
  expect(bench.platform.calls).toEqual([]);
  bench.store.unseal();
  await bench.database.pool.query(`update ${DUE_VIEW} set lease_owner = null, lease_until = null`);
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
});

it('tries again after a tick when conflicts prevented the freezing of the post', async () => {
  const post = await bench.schedule(mastodon);
  const append = bench.store.append.bind(bench.store);
  let conflicts = 0;
  bench.store.append = (stream, ...rest) => {
    if (!stream.startsWith('post-') || conflicts === 3) return append(stream, ...rest);
    conflicts += 1;
    return Promise.reject(new ConcurrencyError(stream, 'noStream'));
  };
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).toEqual([]);
  await bench.runDue(1);
  bench.store.append = append;
  expect(bench.eventTypes(post, 3).at(-1)).toBe('PlatformPublished');
});

it('freezes a post once for all its targets that a worker claims together', async () => {
  const post = await bench.schedule(mastodon, bluesky, { accountId: 5, platform: 'snapchat' });
  const append = bench.store.append.bind(bench.store);
  const appendedTo: string[] = [];
  bench.store.append = (stream, ...rest) => {
    appendedTo.push(stream);
    return append(stream, ...rest);
  };
  const claimed = await bench.claim();
  await Promise.all(claimed.map((target) => bench.run(target)));
  bench.store.append = append;
  expect(claimed).toHaveLength(3);
  expect(appendedTo.filter((stream) => stream.startsWith('post-'))).toEqual([`post-${String(post)}`]);
  expect(bench.platform.received).toHaveLength(3);
});

it('repeats the storing of an outcome until the log is available', async () => {
  const post = await bench.schedule(mastodon);
  bench.platform.beforeCall = () => {
    bench.store.seal();
    setTimeout(() => {
      bench.store.unseal();
    }, 150);
  };
  await bench.runDue();
  bench.platform.beforeCall = () => undefined;
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
  expect(bench.platform.received).toHaveLength(1);
});

it('obeys a new time that is stored just before the post is frozen', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  const scheduledFor = new Date(bench.clock.time + 60_000).toISOString();
  const moved = { postId: post, ownerId: 'ana', scheduledFor, timezone: null, localTime: null };
  await bench.record(post, postEvent('PostRescheduled', moved));
  if (claimed) await bench.run(claimed);
  expect(bench.platform.calls).toEqual([]);
  expect(await bench.runDue(59)).toBe(0);
  expect(await bench.runDue(1)).toBe(1);
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
});

describe('when the accounts change at the due time', () => {
  const snapchat = { accountId: 5, platform: 'snapchat' } as const;
  const changedTo = (postId: number, ...targets: TargetAccount[]) =>
    postEvent('PostTargetsChanged', {
      postId,
      ownerId: 'ana',
      targets,
      scheduledFor: new Date(bench.clock.time).toISOString(),
    });

  it('publishes on the changed accounts, not on a removed account that a worker had claimed', async () => {
    const post = await bench.schedule(mastodon, bluesky);
    const claimed = await bench.claim();
    await bench.record(post, changedTo(post, bluesky, snapchat));
    for (const target of claimed) await bench.run(target);
    await bench.runDue();
    expect([3, 4, 5].map((account) => bench.eventTypes(post, account))).toEqual([[], PUBLISHED, PUBLISHED]);
    expect(bench.platform.received).toHaveLength(2);
    expect(await bench.runDue(99_999)).toBe(0);
  });

  it('obeys a change that is stored before the post is frozen', async () => {
    const post = await bench.schedule(mastodon, bluesky);
    const claimed = await bench.claim();
    const first = claimed.find(({ row }) => row.accountId === mastodon.accountId);
    const plans = jest.spyOn(bench.module.get(PlanOf), 'entitlementsOf').mockResolvedValue(ENTITLEMENTS.free);
    const append = bench.store.append.bind(bench.store);
    bench.store.append = async (...freeze) => {
      bench.store.append = append;
      await bench.record(post, changedTo(post, bluesky, snapchat));
      return append(...freeze);
    };
    if (first) await bench.run(first);
    bench.store.append = append;
    for (const target of claimed) if (target !== first) await bench.run(target);
    await bench.runDue();
    expect([3, 4, 5].map((account) => bench.eventTypes(post, account))).toEqual([[], PUBLISHED, PUBLISHED]);
    plans.mockRestore();
    // The suffix was also decided for the new accounts.
    const started = bench.store.historyOf(`post-${String(post)}`).at(-1);
    expect(started?.data).toMatchObject({ withSuffix: true, suffixOn: [4, 5] });
    expect(await bench.runDue(99_999)).toBe(0);
  });
});

it('does not publish a deleted post, but publishes it when the deletion is undone', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  const key = { postId: post, ownerId: 'ana' };
  await bench.record(post, postEvent('PostCancelled', key));
  if (claimed) await bench.run(claimed);
  expect(await bench.runDue(600)).toBe(0);
  await bench.record(post, postEvent('PostRestored', key));
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
});

it('obeys the streams when a row of the due table is wrong, and corrects the row', async () => {
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  await bench.catchUp();
  await bench.database.pool.query(
    `insert into ${DUE_VIEW} (post_id, account_id, owner_id, platform, due_at, state, since)
     values ($1, 3, 'ana', 'mastodon', $2, 'open', now())`,
    [post, new Date(bench.clock.time).toISOString()],
  );
  expect(await bench.runDue()).toBe(1);
  expect(await bench.runDue()).toBe(0);
  expect(bench.platform.received).toHaveLength(1);
});

it('does not claim a target while publishing is on hold', async () => {
  const post = await bench.schedule(mastodon);
  await bench.database.pool.query(`insert into publishing.hold (reason) values ('restored')`);
  expect(await bench.runDue()).toBe(0);
  await bench.database.pool.query('delete from publishing.hold');
  expect(await bench.runDue(1)).toBeGreaterThan(0);
  expect(bench.store.historyOf(`publication-${publicationId(post, 3)}`)).toHaveLength(3);
});

it('freezes a post even when the time limit for attempts has passed', async () => {
  const post = await bench.schedule(mastodon);
  await bench.runDue(7 * 3600);
  expect(bench.eventTypes(post, 3)).toEqual(['PlatformPublishFailed']);
  expect(bench.store.historyOf(`post-${String(post)}`).at(-1)?.type).toBe('PostPublishingStarted');
});

it('records the outcome of a call even when the database is unavailable for a moment', async () => {
  const trouble = bench.clock.failures;
  bench.platform.beforeCall = () => {
    trouble.push(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    bench.platform.beforeCall = () => undefined;
  };
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  expect(bench.eventTypes(post, 3)).toEqual(PUBLISHED);
});

it('does not wait longer than the time limit for attempts when a platform requests more', async () => {
  const post = await bench.schedule(bluesky);
  const until = new Date(bench.clock.time + 30 * 3600 * 1000).toISOString();
  bench.clock.time += 6 * 3600 * 1000 - 30_000;
  bench.platform.preparations.push({ kind: 'postponed', reason: 'daily-limit', words: null, until });
  await bench.runDue();
  await bench.runDue(31);
  expect(bench.eventTypes(post, 4)).toEqual(['PublishPostponed', 'PlatformPublishFailed']);
});

it('postpones a target by the clock of the database', async () => {
  const post = await bench.schedule(mastodon);
  const [claimed] = await bench.claim();
  if (!claimed) throw new Error('nothing was claimed');
  await bench.rows.putBack(claimed.row, 500);
  const { rows } = await bench.database.pool.query<{ wait: number; owner: string | null }>(
    `select extract(epoch from due_at - now())::float8 as wait, lease_owner as owner
     from ${DUE_VIEW} where post_id = $1`,
    [post],
  );
  expect(rows[0]?.owner).toBeNull();
  expect(Math.abs(rows[0]?.wait ?? 9)).toBeLessThan(5);
});
