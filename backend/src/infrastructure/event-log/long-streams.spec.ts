import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';
import type { StoredEvent } from '@posthorn/event-sourcing/event-store';
import { chainOf, chainStart } from '@posthorn/event-store/chain';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { CauseContext } from './cause-context.ts';
import { cause } from '#infrastructure/testing/counter.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { AppendOutcomes } from './append-outcomes.ts';
import { EventCatalog } from './event-catalog.ts';
import { EventCodec } from './event-codec.ts';
import { EventReader } from './event-reader.ts';
import { PositionContext } from './position-context.ts';
import { StreamWriter } from './stream-writer.ts';

type Sold = Event<'Sold', 1, { amount: number; by: string }>;
type Tallied = Event<'Tallied', 1, { total: number }>;
const sold: Sold = { type: 'Sold', schema: 1, data: { amount: 1, by: 'ana' } };

const shop: Stream<number, Sold> = {
  category: 'shop',
  initial: 0,
  evolve: (total, { data }) => total + data.amount,
  shapes: { Sold: { schema: 1, fields: { by: plain } } },
};
const tallied: Stream<number, Sold | Tallied> = {
  category: 'shop',
  initial: 0,
  evolve: (total, event) => (event.type === 'Tallied' ? event.data.total : total + event.data.amount),
  shapes: { ...shop.shapes, Tallied: { schema: 1, fields: {} } },
  summary: {
    types: ['Tallied'],
    every: 10,
    of: (total) => (total === 0 ? null : { type: 'Tallied', schema: 1, data: { total } }),
  },
};

/** Counts the events that it returns. */
class CountingStore extends InMemoryEventStore {
  eventsRead = 0;
  override async *readStream(
    ...args: Parameters<InMemoryEventStore['readStream']>
  ): AsyncIterable<StoredEvent> {
    for await (const event of super.readStream(...args)) {
      this.eventsRead += 1;
      yield event;
    }
  }
}

const causes = new CauseContext();
let store: CountingStore;
let reader: EventReader;
let writer: StreamWriter;
beforeEach(() => {
  store = new CountingStore();
  const catalog = new EventCatalog();
  catalog.add(tallied);
  const codec = new EventCodec(catalog, new MemoryPersonalKeys());
  reader = new EventReader(store, codec);
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  writer = new StreamWriter(
    store,
    reader,
    codec,
    causes,
    clock,
    new PositionContext(),
    new AppendOutcomes(clock),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

const sell = (stream: Stream<number, Sold> | typeof tallied = tallied, count = 1) =>
  causes.run(cause, () =>
    writer.decide(stream as typeof tallied, 'ana', () => Array.from({ length: count }, () => sold)),
  );
const summarize = (id: string) => causes.run(cause, () => writer.summarize(tallied, id));
const history = () => store.historyOf('shop-ana');

it('reads at most ten events of a stream that has hundreds', async () => {
  for (let sale = 1; sale <= 300; sale++) {
    store.eventsRead = 0;
    const { state, appended } = await sell();
    expect(state).toBe(sale);
    expect(appended).toEqual([sold]);
    expect(store.eventsRead).toBeLessThanOrEqual(10);
  }
  expect(history().length).toBeGreaterThan(300);
  store.eventsRead = 0;
  expect(await reader.load(tallied, 'ana')).toMatchObject({
    state: 300,
    revision: BigInt(history().length - 1),
  });
  expect(store.eventsRead).toBeLessThanOrEqual(10);
});
it('leaves every event in its place, and the hash chain intact', async () => {
  for (let sale = 0; sale < 25; sale++) await sell();
  expect(history().map(({ type }) => type)).toEqual(
    Array.from({ length: 27 }, (_, at) => (at === 10 || at === 20 ? 'Tallied' : 'Sold')),
  );
  let chain = chainStart('shop-ana');
  for (const event of history()) {
    chain = chainOf(chain, event);
    expect(event.meta.chain).toBe(chain);
  }
});
it('reads a stream of an older version without summaries completely, and adds a summary with the next decision', async () => {
  await sell(shop, 35);
  expect(await reader.load(tallied, 'ana')).toMatchObject({ state: 35 });
  expect((await sell()).state).toBe(36);
  expect(history().slice(-2)).toMatchObject([{ type: 'Sold' }, { type: 'Tallied', data: { total: 36 } }]);
});
it('adds a summary on request without a decision, and only once', async () => {
  await sell(shop, 35);
  await summarize('ana');
  await summarize('ana');
  await summarize('nobody');
  expect(history()).toHaveLength(36);
  expect(await reader.load(tallied, 'ana')).toMatchObject({ state: 35 });
  expect(store.historyOf('shop-nobody')).toEqual([]);
});
it('warns once about a long stream, and reports only its category', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  await sell(shop, 499);
  expect(warned).not.toHaveBeenCalled();
  expect(reader.longReads).toEqual(new Map());
  await sell(shop);
  expect(warned.mock.calls).toEqual([[{ msg: 'a stream has grown long', category: 'shop', events: 500 }]]);
  await sell(shop);
  await sell(shop);
  expect(warned).toHaveBeenCalledTimes(1);
  expect(reader.longReads).toEqual(new Map([['shop', 2]]));
});
