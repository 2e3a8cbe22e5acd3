import { RetryableError, type Position, type StoredEvent } from '@posthorn/event-sourcing/event-store';
import { noted } from '@posthorn/event-store/testing/noted';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { CheckpointHasMoved } from './checkpoints.ts';
import type { EventConsumer } from './event-consumer.ts';
import { LogTail } from './log-tail.ts';
import { Reader } from './reader.ts';
import type { ReaderGroup } from './reader-group.ts';
import type { TailFollower } from './tail-follower.ts';

/** Milliseconds. Longer than any spec takes. */
const LONG = 60_000;
let store: InMemoryEventStore;
let codec: EventCodec;
let tail: LogTail;
let stop: AbortController;
beforeEach(async () => {
  store = new InMemoryEventStore();
  codec = new EventCodec(new EventCatalog(), new MemoryPersonalKeys());
  tail = new LogTail(store, codec);
  stop = new AbortController();
  const first = tail.follow(() => true);
  const started = first.heard;
  tail.start(stop.signal);
  await sleep(first, started);
  tail.leave(first);
});
afterEach(async () => {
  stop.abort();
  await tail.stopped();
});

const append = async (stream: string) =>
  (await store.append(stream, noted(stream), { expected: 'noStream' })).position;
const isOf = (category: string) => (event: StoredEvent) => event.stream.startsWith(category);
const sleep = (
  follower: TailFollower,
  heard: number,
  at: Position | null = null,
  passed: (to: Position) => void = () => undefined,
) => follower.sleep({ heard, signal: stop.signal, atMost: LONG, at, passed });

it('refuses a position of another log, which a copy of the log has written to the checkpoints', async () => {
  const follower = tail.follow(() => true);
  const heardBefore = follower.heard;
  const position = await append('a-1');
  await sleep(follower, heardBefore);
  expect(await tail.page(null, 10)).toMatchObject([{ position }]);
  const otherPosition = `${'0'.repeat(20)}/${'9'.repeat(20)}` as Position;
  await expect(tail.page(otherPosition, 10)).rejects.toThrow(RangeError);
});

it.each([
  ['an outage', new RetryableError('The database fails over')],
  ['its checkpoint was moved', new CheckpointHasMoved('spec.reads-again')],
])(
  'reads the log instead of memory after %s, because a failover may lose the newest events',
  async (_, error) => {
    const follower = tail.follow(() => true);
    const { heard } = follower;
    await append('a-1');
    await sleep(follower, heard);
    expect(await tail.page(null, 10)).toHaveLength(1);
    // The server that took over has no event.
    const after = new InMemoryEventStore();
    jest.spyOn(store, 'readAll').mockImplementation((o) => after.readAll(o));
    const handled: StoredEvent[] = [];
    const begun = Promise.withResolvers<undefined>();
    const end = () => {
      begun.resolve(undefined);
      return Promise.resolve();
    };
    const consumer: EventConsumer = {
      name: 'spec.reads-again',
      kind: 'process',
      lock: 'spec.reads-again',
      categories: ['a'],
      types: null,
      resume: jest.fn<EventConsumer['resume']>().mockRejectedValueOnce(error).mockResolvedValue(null),
      apply: async (events) => {
        handled.push(...events);
        await end();
        return false;
      },
      passed: () => undefined,
      write: () => Promise.resolve(),
      caughtUp: end,
      note: () => Promise.resolve(),
    };
    const running = new Reader(consumer, tail, {} as ReaderGroup).run(stop.signal);
    await begun.promise;
    expect(handled).toEqual([]);
    stop.abort();
    await running;
  },
);

it('announces an event although its readers read the log instead of memory since then', async () => {
  const follower = tail.follow(() => true);
  // The first event is announced immediately, the next one a moment later.
  const { heard: first } = follower;
  await append('a-1');
  await sleep(follower, first);
  const { heard } = follower;
  const position = await append('a-2');
  while ((await tail.page(null, 10)).length < 2);
  tail.forget();
  await sleep(follower, heard);
  expect((await tail.page(null, 10)).at(-1)).toMatchObject({ position });
});

it('wakes its readers less often than once for each event when many events arrive', async () => {
  const follower = tail.follow(() => true);
  const before = follower.heard;
  for (let number = 1; number <= 20; number++) await append(`a-${String(number)}`);
  for (let read = 0; read < 20;) {
    await sleep(follower, follower.heard);
    read = (await tail.page(null, 100)).length;
  }
  expect(follower.heard - before).toBeLessThan(20);
});

it('wakes readers that an event concerns, and reports the end of the log to the others', async () => {
  const [concerned, other] = [tail.follow(isOf('a')), tail.follow(isOf('b'))];
  const passed: Position[] = [];
  const sleeping = sleep(other, other.heard, null, (to) => passed.push(to));
  const first = sleep(concerned, concerned.heard);
  const position = await append('a-1');
  await first;
  expect([passed, other.heard]).toEqual([[position], 0]);
  const second = sleep(concerned, concerned.heard, position);
  const next = await append('a-2');
  await second;
  expect([passed, other.heard]).toEqual([[position, next], 0]);
  await append('b-1');
  await sleeping;
  expect(other.heard).toBe(1);
});

it('wakes a reader that fell asleep before it had read all reported events', async () => {
  const [quick, late] = [tail.follow(() => true), tail.follow(isOf('b'))];
  const before = sleep(quick, quick.heard);
  await append('b-1');
  await before;
  // `late` has not read the first event, and the next event does not concern it.
  const sleeping = sleep(late, late.heard, null);
  await append('a-1');
  await sleeping;
  expect(late.heard).toBe(2);
});

it('never moves back a reader that has read further than the reported events', async () => {
  const [follower, second] = [tail.follow(isOf('b')), tail.follow(() => true)];
  const passed: Position[] = [];
  const all = sleep(second, second.heard);
  const ahead = await append('a-1');
  const sleeping = sleep(follower, follower.heard, ahead, (to) => passed.push(to));
  await all;
  expect(passed).toEqual([]);
  follower.wake();
  await sleeping;
});

it('counts events of types that this version does not know', async () => {
  const follower = tail.follow(() => true);
  const sleeping = sleep(follower, follower.heard);
  await append('a-1');
  await sleeping;
  expect(codec.skipped).toEqual(new Map([['Noted', 1]]));
});
