import {
  RetryableError,
  type EventStore,
  type Position,
  type StoredEvent,
} from '@posthorn/event-sourcing/event-store';
import { noted } from '@posthorn/event-store/testing/noted';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { beforeEach, expect, it } from '@jest/globals';
import { LogPages } from './log-pages.ts';

class CountingStore extends InMemoryEventStore {
  reads = 0;
  isUnavailable = false;

  override readAll(o: Parameters<EventStore['readAll']>[0]): AsyncIterable<StoredEvent> {
    this.reads += 1;
    if (this.isUnavailable) throw new RetryableError('The event store did not respond');
    return super.readAll(o);
  }
}

let store: CountingStore;
let pages: LogPages;
beforeEach(async () => {
  store = new CountingStore();
  pages = new LogPages(store);
  for (const stream of ['a-1', 'a-2', 'a-3']) await append(stream);
});
const append = (stream: string) => store.append(stream, noted(stream), { expected: 'noStream' });
const streams = async (after: Position | null, max: number) =>
  (await pages.read(after, max)).map(({ stream }) => stream);

it('reads a full page once for all readers that request it', async () => {
  expect(await Promise.all([streams(null, 2), streams(null, 2)])).toEqual([
    ['a-1', 'a-2'],
    ['a-1', 'a-2'],
  ]);
  expect(await streams(null, 2)).toEqual(['a-1', 'a-2']);
  expect(store.reads).toBe(1);
});
it('reads the end of the log again, because it grows', async () => {
  expect(await streams(null, 4)).toHaveLength(3);
  await append('a-4');
  expect(await streams(null, 4)).toHaveLength(4);
});
it('reads the end of the log at most twice for readers that ask at the same time', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => streams(null, 4)));
  expect(new Set(all.map(({ length }) => length))).toEqual(new Set([3]));
  expect(store.reads).toBeLessThanOrEqual(2);
});
it('gives each reader all events that existed at its request, even while an earlier query runs', async () => {
  const early = pages.read(null, 4);
  await append('a-4');
  const late = pages.read(null, 4);
  await early;
  expect(await late).toHaveLength(4);
});
it('queries again after the log was unavailable', async () => {
  store.isUnavailable = true;
  await expect(streams(null, 2)).rejects.toThrow('did not respond');
  store.isUnavailable = false;
  expect(await streams(null, 2)).toHaveLength(2);
});
it('keeps only a few pages', async () => {
  const first = await pages.read(null, 1);
  for (let page = 1; page <= 8; page++) await append(`b-${String(page)}`);
  let after = first[0]?.position ?? null;
  for (let page = 0; page < 9; page++) after = (await pages.read(after, 1))[0]?.position ?? after;
  const { reads } = store;
  await pages.read(null, 1);
  expect(store.reads).toBe(reads + 1);
});
