import type { Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { noted } from '@posthorn/event-store/testing/noted';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { LogTail } from './log-tail.ts';
import type { TailFollower } from './tail-follower.ts';

/** In milliseconds: longer than any spec takes. */
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
  await asleep(first, started);
  tail.leave(first);
});
afterEach(async () => {
  stop.abort();
  await tail.stopped();
});

const append = async (stream: string) =>
  (await store.append(stream, noted(stream), { expected: 'noStream' })).position;
const isOf = (category: string) => (event: StoredEvent) => event.stream.startsWith(category);
const asleep = (
  follower: TailFollower,
  heard: number,
  at: Position | null = null,
  passed: (to: Position) => void = () => undefined,
) => follower.sleep({ heard, signal: stop.signal, atMost: LONG, at, passed });

it('refuses a position of another log, which a copy of the log has written to the checkpoints', async () => {
  const follower = tail.follow(() => true);
  const grown = follower.heard;
  const position = await append('a-1');
  await asleep(follower, grown);
  expect(await tail.page(null, 10)).toMatchObject([{ position }]);
  const otherPosition = `${'0'.repeat(20)}/${'9'.repeat(20)}` as Position;
  await expect(tail.page(otherPosition, 10)).rejects.toThrow(RangeError);
});

it('wakes its readers less often than once for each event when many events arrive', async () => {
  const follower = tail.follow(() => true);
  const before = follower.heard;
  for (let number = 1; number <= 20; number++) await append(`a-${String(number)}`);
  for (let read = 0; read < 20;) {
    await asleep(follower, follower.heard);
    read = (await tail.page(null, 100)).length;
  }
  expect(follower.heard - before).toBeLessThan(20);
});

it('wakes readers that an event concerns, and reports the end of the log to the others', async () => {
  const [concerned, other] = [tail.follow(isOf('a')), tail.follow(isOf('b'))];
  const passed: Position[] = [];
  const sleeping = asleep(other, other.heard, null, (to) => passed.push(to));
  const first = asleep(concerned, concerned.heard);
  const position = await append('a-1');
  await first;
  expect([passed, other.heard]).toEqual([[position], 0]);
  const second = asleep(concerned, concerned.heard, position);
  const next = await append('a-2');
  await second;
  expect([passed, other.heard]).toEqual([[position, next], 0]);
  await append('b-1');
  await sleeping;
  expect(other.heard).toBe(1);
});

it('wakes a reader that fell asleep before it had read all reported events', async () => {
  const [quick, late] = [tail.follow(() => true), tail.follow(isOf('b'))];
  const before = asleep(quick, quick.heard);
  await append('b-1');
  await before;
  // It received no report since then, and has not read the first event.
  const sleeping = asleep(late, late.heard, null);
  await append('a-1');
  await sleeping;
  expect(late.heard).toBe(2);
});

it('never moves a reader back that has read further than the reported events', async () => {
  const [follower, second] = [tail.follow(isOf('b')), tail.follow(() => true)];
  const passed: Position[] = [];
  const all = asleep(second, second.heard);
  const ahead = await append('a-1');
  const sleeping = asleep(follower, follower.heard, ahead, (to) => passed.push(to));
  await all;
  expect(passed).toEqual([]);
  follower.wake();
  await sleeping;
});

it('counts events of types that this version does not know', async () => {
  const follower = tail.follow(() => true);
  const sleeping = asleep(follower, follower.heard);
  await append('a-1');
  await sleeping;
  expect(codec.skipped).toEqual(new Map([['Noted', 1]]));
});
