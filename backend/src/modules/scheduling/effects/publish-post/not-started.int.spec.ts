import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import { AmbiguousError, ConcurrencyError, RetryableError } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { DUE_VIEW } from '../../read-models/targets/target-rows.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;
/** A platform without look-ups, where a person must decide about an unknown outcome. */
const withoutLookUps = { accountId: 5, platform: 'snapchat' } as const;

let bench: PublishingBench;
beforeEach(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterEach(() => bench.close());

type Leaving = Event<'ErasureRequested', 1, Readonly<{ userId: string }>>;
const leaving: Stream<null, Leaving> = {
  category: 'erasure',
  initial: null,
  evolve: () => null,
  shapes: { ErasureRequested: { schema: 1, fields: { userId: plain } } },
};
const erasureRequested: Leaving = { type: 'ErasureRequested', schema: 1, data: { userId: 'ana' } };

const NOT_STARTED = ['PublishPrepared', 'PublishAttemptStarted', 'PublishAttemptNotStarted'];

it('records that an attempt was not started and tries again, even if no look-up is possible', async () => {
  const post = await bench.schedule(withoutLookUps);
  bench.when('publishing/intent', () => (bench.clock.time += 6_000));
  await bench.runDue();
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.events(post, 5).at(-1)).toMatchObject({ data: { reason: 'too-late' } });
  expect(bench.platform.calls).toEqual([]);
  await bench.runDue(2);
  expect(bench.eventTypes(post, 5)).toEqual([...NOT_STARTED, 'PublishAttemptStarted', 'PlatformPublished']);
  expect(bench.platform.received).toHaveLength(1);
});

it('does not call the platform when the lease was lost after the intent, and leaves the target to the other worker', async () => {
  const post = await bench.schedule(withoutLookUps);
  const [claimed] = await bench.claim();
  bench.when('publishing/intent', () => claimed?.lose());
  if (claimed) await bench.run(claimed);
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.events(post, 5).at(-1)).toMatchObject({ data: { reason: 'lease-lost' } });
  await bench.runDue(2);
  expect(bench.platform.received).toHaveLength(1);
});

it('does not call the platform for a target that was claimed before publishing was put on hold', async () => {
  const post = await bench.schedule(withoutLookUps);
  const [claimed] = await bench.claim();
  await bench.database.pool.query(`insert into publishing.hold (reason) values ('restored')`);
  bench.platform.preparations.push({ kind: 'prepared', refs: { key: 'k1' } });
  if (claimed) await bench.run(claimed);
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.platform.calls).toEqual([]);
  await bench.database.pool.query('delete from publishing.hold');
  await bench.runDue(2);
  expect(bench.eventTypes(post, 5)).toEqual([...NOT_STARTED, 'PublishAttemptStarted', 'PlatformPublished']);
});

it('does not call the platform when the database cannot be reached after the intent', async () => {
  const post = await bench.schedule(withoutLookUps);
  bench.when('publishing/intent', () => {
    bench.clock.failures.push(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  });
  await bench.runDue();
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.events(post, 5).at(-1)).toMatchObject({ data: { reason: 'out-of-reach' } });
  await bench.runDue(2);
  expect(bench.platform.received).toHaveLength(1);
});

it('does not call the platform for an owner who has requested the deletion of the account', async () => {
  const post = await bench.schedule(withoutLookUps);
  bench.module.get(EventCatalog).add(leaving);
  await bench.asUser(() => bench.module.get(StreamWriter).decide(leaving, 'ana', () => [erasureRequested]));
  await bench.runDue();
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.events(post, 5).at(-1)).toMatchObject({ data: { reason: 'owner-leaving' } });
  await bench.runDue(3);
  expect(bench.platform.calls).toEqual([]);
});

it('records that an attempt was not started as soon as the log is available again', async () => {
  const post = await bench.schedule(withoutLookUps);
  bench.when('publishing/intent', () => {
    bench.clock.time += 6_000;
    bench.store.seal();
    setTimeout(() => {
      bench.store.unseal();
    }, 150);
  });
  await bench.runDue();
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
});

it('records that an attempt was not started when it is unclear whether the intent was stored', async () => {
  const post = await bench.schedule(withoutLookUps);
  bench.when('publishing/before-intent', () => {
    // The responses to the first append and to each repetition are lost.
    bench.store.loseResponses(5);
  });
  await bench.runDue().catch(() => undefined);
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.platform.calls).toEqual([]);
});

it('records that an attempt was not started when its account could not be loaded for the call', async () => {
  bench.platform.answers.push(() => {
    throw new CallNotMade(new RetryableError('The event store does not answer'));
  });
  const post = await bench.schedule(withoutLookUps);
  await bench.runDue();
  expect(bench.eventTypes(post, 5)).toEqual(NOT_STARTED);
  expect(bench.events(post, 5).at(-1)).toMatchObject({ data: { reason: 'out-of-reach' } });
  await bench.runDue(2);
  expect(bench.platform.received).toHaveLength(1);
});

it('looks up the earlier attempt again when a repetition was not started', async () => {
  bench.platform.answers.push('drop-after-accept');
  const post = await bench.schedule(bluesky);
  await bench.runDue();
  bench.when('publishing/intent', () => (bench.clock.time += 6_000));
  await bench.runDue(2);
  expect(bench.eventTypes(post, 4).at(-1)).toBe('PublishAttemptNotStarted');
  await bench.runDue(2);
  expect(bench.eventTypes(post, 4).at(-1)).toBe('PlatformPublished');
  expect(bench.platform.received).toHaveLength(1);
});

it('does not count attempts that were not started as tries, and adds few events for many of them', async () => {
  const post = await bench.schedule(mastodon);
  const end = bench.clock.time + 6 * 3_600_000;
  do bench.when('publishing/intent', () => (bench.clock.time += 6_000));
  while (await bench.runNext(end));
  expect(bench.platform.calls).toEqual([]);
  expect(bench.events(post, 3).at(-1)).toMatchObject({
    type: 'PlatformPublishFailed',
    data: { reason: 'gave-up' },
  });
  expect(bench.eventTypes(post, 3).length).toBeLessThan(20);
});

it('gives the token back when the intent could not be stored', async () => {
  bench.platform.budgets.snapchat = [{ name: 'posts', scope: 'account', capacity: 1, perSeconds: 86_400 }];
  const post = await bench.schedule(withoutLookUps);
  bench.when('publishing/before-intent', () => {
    bench.store.seal();
  });
  const [claimed] = await bench.claim();
  await expect(claimed && bench.run(claimed)).rejects.toThrow('sealed');
  bench.store.unseal();
  if (claimed) await bench.run(claimed);
  expect(bench.eventTypes(post, 5)).toEqual([
    'PublishPrepared',
    'PublishAttemptStarted',
    'PlatformPublished',
  ]);
});

it('gives the token back when an attempt was not started', async () => {
  bench.platform.budgets.snapchat = [{ name: 'posts', scope: 'account', capacity: 1, perSeconds: 86_400 }];
  const post = await bench.schedule(withoutLookUps);
  bench.when('publishing/intent', () => (bench.clock.time += 6_000));
  await bench.runDue();
  await bench.runDue(2);
  expect(bench.eventTypes(post, 5)).toEqual([...NOT_STARTED, 'PublishAttemptStarted', 'PlatformPublished']);
});

it('uses no token for an outcome without a request, and one token for each outcome with a request', async () => {
  bench.platform.budgets.snapchat = [{ name: 'posts', scope: 'account', capacity: 1, perSeconds: 86_400 }];
  const gone = { kind: 'refused', reason: 'account-missing', words: null, retryable: false } as const;
  bench.platform.answers.push({ ...gone, unsent: true }, { ...gone, unsent: true }, gone);
  const posts = [
    await bench.schedule(withoutLookUps),
    await bench.schedule(withoutLookUps),
    await bench.schedule(withoutLookUps),
  ];
  await bench.runDue();
  expect(posts.map((post) => bench.eventTypes(post, 5).at(-1))).toEqual(
    posts.map(() => 'PlatformPublishFailed'),
  );
  const late = await bench.schedule(withoutLookUps);
  await bench.runDue();
  expect(bench.events(late, 5).at(-1)).toMatchObject({
    type: 'PublishPostponed',
    data: { reason: 'rate-limit' },
  });
});

/** The log takes intents, but stores each only when the spec says so. Until then, no writer learns whether it is stored. */
class LateStore extends InMemoryEventStore {
  isLate = true;
  /** Stores the last intent. */
  arrive = (): Promise<unknown> => Promise.resolve();
  /** The intent arrives after a reader did not see it, and before the next event. */
  arrivesNext = false;
  override async append(...args: Parameters<InMemoryEventStore['append']>) {
    if (this.isLate && args[1].some(({ type }) => type === 'PublishAttemptStarted')) {
      this.arrive = () => super.append(...args);
      throw new AmbiguousError('No response came.');
    }
    if (this.arrivesNext && args[1].some(({ type }) => type === 'PublishPostponed')) await this.arrive();
    return super.append(...args);
  }
}

it.each([
  [false, ['PublishPrepared', 'PublishPostponed']],
  [true, NOT_STARTED],
])(
  'makes an intent without a call harmless, even if it arrives late (before the next event: %s)',
  async (arrivesNext, types) => {
    const log = new LateStore();
    const lateBench = await PublishingBench.open({ log: () => log });
    const typesOf = (post: number) => log.historyOf(`publication-${String(post)}-5`).map(({ type }) => type);
    try {
      const post = await lateBench.schedule(withoutLookUps);
      log.arrivesNext = arrivesNext;
      await expect(lateBench.runDue()).rejects.toBeInstanceOf(AmbiguousError);
      expect(typesOf(post)).toEqual(types);
      if (!arrivesNext) await expect(log.arrive()).rejects.toBeInstanceOf(ConcurrencyError);
      log.isLate = false;
      await lateBench.catchUp();
      await lateBench.database.pool.query(`update ${DUE_VIEW} set lease_until = null`);
      await lateBench.runDue(60);
      expect(typesOf(post)).toEqual([...types, 'PublishAttemptStarted', 'PlatformPublished']);
      expect(lateBench.platform.received).toHaveLength(1);
    } finally {
      await lateBench.close();
    }
  },
);
