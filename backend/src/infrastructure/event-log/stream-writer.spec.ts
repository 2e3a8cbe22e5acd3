import { randomUUID } from 'node:crypto';
import {
  AmbiguousError,
  ConcurrencyError,
  LogBusyError,
  LogSealedError,
  NotStorableError,
  RetryableError,
  type EventMeta,
  type Expected,
  type NewEvent,
} from '@posthorn/event-sourcing/event-store';
import { chainOf, chainStart } from '@posthorn/event-store/chain';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { beforeEach, expect, it } from '@jest/globals';
import { CauseContext } from './cause-context.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { AppendOutcomes } from './append-outcomes.ts';
import { EventCatalog } from './event-catalog.ts';
import { EventCodec } from './event-codec.ts';
import { EventReader } from './event-reader.ts';
import { PositionContext, requestPositions } from './position-context.ts';
import { StreamWriter } from './stream-writer.ts';

const noon = new Date('2030-01-01T12:00:00Z');
const causes = new CauseContext();
const context = new PositionContext();
const clock = new FixedClock(noon);
let store: FlakyStore;
let keys: MemoryPersonalKeys;
let reader: EventReader;
let writer: StreamWriter;

/** Each entry of `faults` fails one append. `lose-response` stores the events first; the others store nothing. Reads may show the newest event of a stream late. */
class FlakyStore extends InMemoryEventStore {
  /** How many reads fail. */
  readsToFail = 0;
  /** How many reads do not show the newest event yet, because it is still being replicated. */
  readsBehind = 0;
  override async *readStream(...args: Parameters<InMemoryEventStore['readStream']>) {
    if (this.readsToFail > 0) {
      this.readsToFail -= 1;
      throw new RetryableError('no response');
    }
    const newest = this.readsBehind > 0 ? this.historyOf(args[0]).at(-1)?.id : undefined;
    this.readsBehind = Math.max(0, this.readsBehind - 1);
    for await (const event of super.readStream(...args)) if (event.id !== newest) yield event;
  }
  readonly faults: ('refuse' | 'busy' | 'lose-response' | 'sealed')[] = [];
  readonly ids: string[][] = [];
  override async append(stream: string, events: readonly NewEvent[], o: { expected: Expected }) {
    this.ids.push(events.map(({ id }) => id));
    const fault = this.faults.shift();
    if (fault === 'refuse') throw new RetryableError('not now');
    if (fault === 'busy') throw new LogBusyError('full');
    if (fault === 'sealed') throw new LogSealedError('moving');
    const appended = await super.append(stream, events, o);
    if (fault === 'lose-response') throw new AmbiguousError('no response');
    return appended;
  }
}

beforeEach(() => {
  store = new FlakyStore();
  keys = new MemoryPersonalKeys();
  const catalog = new EventCatalog();
  catalog.add(counter);
  const codec = new EventCodec(catalog, keys);
  reader = new EventReader(store, codec);
  writer = new StreamWriter(store, reader, codec, causes, clock, context, new AppendOutcomes(clock));
});

const count = (
  decision: (count: number) => Counted[],
  o?: Parameters<typeof writer.decide<number, Counted>>[3],
) => causes.run(cause, () => writer.decide(counter, 1, decision, o));
const writeFaster = async () => {
  const other = new StreamWriter(
    store,
    reader,
    reader['codec'],
    causes,
    clock,
    context,
    new AppendOutcomes(clock),
  );
  await causes.run(cause, () => other.decide(counter, 1, () => [counted(1, 'faster')]));
};

it('records who caused an event, when, and in which schema, and encrypts personal text', async () => {
  await count(() => [counted(1, 'a secret')]);
  const [stored] = store.historyOf('counter-1');
  expect(stored).toMatchObject({
    type: 'Counted',
    meta: { ...cause, schema: 2, at: noon.toISOString(), subjects: ['ana'] },
  });
  expect(JSON.stringify(stored?.data)).not.toContain('secret');
  expect(stored?.data).toMatchObject({ counterId: 1, by: 'ana', amount: 1 });
});
it('continues the hash chain of the stream with every event', async () => {
  await count(() => [counted(1), counted(1)]);
  await count(() => [counted(1)]);
  let chain = chainStart('counter-1');
  for (const event of store.historyOf('counter-1')) {
    chain = chainOf(chain, event);
    expect(event.meta.chain).toBe(chain);
  }
});
it('returns the new state, the position and the appended events', async () => {
  const decided = await count(() => [counted(1), counted(1)]);
  expect(decided).toMatchObject({ state: 2, position: store.historyOf('counter-1').at(-1)?.position });
  expect(decided.appended).toHaveLength(2);
});
it('decides again on the new state when another writer was faster', async () => {
  const seen: number[] = [];
  store.append = new Proxy(store.append.bind(store), {
    apply: async (append, _this, args: Parameters<FlakyStore['append']>) => {
      // Only the decision under test appends two events; `writeFaster` appends one.
      if (seen.length === 1 && args[1].length === 2) {
        await writeFaster();
      }
      return append(...args);
    },
  });
  await count((before) => {
    seen.push(before);
    return [counted(1), counted(1)];
  });
  expect(seen).toEqual([0, 1]);
  expect(store.historyOf('counter-1')).toHaveLength(3);
});
it('decides on a remembered state without reading again, and continues the chain', async () => {
  const { seen: first } = await count(() => [counted(1)]);
  store.readsToFail = Infinity;
  const { seen } = await count((before) => [counted(before)], { seen: first });
  store.readsToFail = 0;
  expect(await count((before) => [counted(before)], { seen })).toMatchObject({ state: 3 });
  let chain = chainStart('counter-1');
  for (const event of store.historyOf('counter-1')) {
    chain = chainOf(chain, event);
    expect(event.meta.chain).toBe(chain);
  }
});
it.each([
  ['appends', (before: number) => [counted(before)]],
  ['appends nothing', (before: number) => (before === 1 ? [] : [counted(before)])],
  [
    'throws',
    (before: number) => {
      if (before === 1) throw new Error('the decision throws on the outdated state');
      return [counted(before)];
    },
  ],
])('reads the stream again if the decision %s on an outdated remembered state', async (_, decision) => {
  const { seen } = await count(() => [counted(1)]);
  await writeFaster();
  expect(await count(decision, { seen })).toMatchObject({ state: 3, appended: [counted(2)] });
});
it('reads the stream again after two seconds, because the remembered state may contain erased data', async () => {
  const { seen } = await count(() => [counted(1)]);
  store.readsToFail = Infinity;
  await expect(count(() => [counted(1)], { seen: { ...seen, at: seen.at - 2_000 } })).rejects.toThrow(
    'no response',
  );
});
it('throws the first conflict of a decision that is not repeatable', async () => {
  const append = store.append.bind(store);
  store.append = (stream) => Promise.reject(new ConcurrencyError(stream, 5n));
  await expect(count(() => [counted(1)], { repeatable: false })).rejects.toThrow(ConcurrencyError);
  store.append = append;
});
it('gives up when another writer is faster every time', async () => {
  let decisions = 0;
  const append = store.append.bind(store);
  store.append = async (stream) => {
    await append(stream, [{ id: randomUUID(), type: 'Counted', data: {}, meta: {} as EventMeta }], {
      expected: decisions === 1 ? 'noStream' : BigInt(decisions - 2),
    });
    throw new ConcurrencyError(stream, 5n);
  };
  const decided = count(() => {
    decisions++;
    return [counted(1)];
  });
  await expect(decided).rejects.toThrow(ConcurrencyError);
  expect(decisions).toBe(8);
});
it('decides again after the event of a faster writer, even when reads show that event late', async () => {
  await count(() => [counted(1)]);
  await writeFaster();
  // The decision and the reads after the conflict see the old state.
  store.readsBehind = 6;
  const seen: number[] = [];
  await count((before) => {
    seen.push(before);
    return [counted(1)];
  });
  expect(seen).toEqual([1, 2]);
  expect(store.historyOf('counter-1')).toHaveLength(3);
});
it('repeats a read that a decision needs if the log does not respond', async () => {
  await count(() => [counted(1)]);
  store.readsToFail = 2;
  expect(await count(() => [counted(1)])).toMatchObject({ state: 2 });
});
it('sends the same events again when the response was lost, and the log stores them only once', async () => {
  store.faults.push('lose-response', 'refuse');
  await count(() => [counted(1)]);
  expect(store.historyOf('counter-1')).toHaveLength(1);
  expect(store.ids).toHaveLength(3);
  expect(new Set(store.ids.flat()).size).toBe(1);
});
it.each([
  ['refused every further attempt', ['refuse', 'refuse', 'refuse', 'refuse']],
  ['refused the next attempt because it was sealed', ['sealed']],
] as const)(
  'reports an unknown result if the log stored the events without a response, and then %s',
  async (_, then) => {
    store.faults.push('lose-response', ...then);
    await expect(count(() => [counted(1)])).rejects.toThrow(AmbiguousError);
    expect(store.historyOf('counter-1')).toHaveLength(1);
  },
);
it('tries an overloaded log only once, and reports that nothing was stored', async () => {
  store.faults.push('busy');
  await expect(count(() => [counted(1)])).rejects.toThrow(LogBusyError);
  expect(store.ids).toHaveLength(1);
  expect(store.historyOf('counter-1')).toEqual([]);
});
it('reports that nothing was stored when that is certain', async () => {
  store.faults.push('refuse', 'sealed');
  await expect(count(() => [counted(1)])).rejects.toThrow(LogSealedError);
  expect(store.historyOf('counter-1')).toEqual([]);
});
it('appends nothing when the decision returns no events', async () => {
  expect(await count(() => [])).toMatchObject({ state: 0, position: null, appended: [] });
  expect(store.historyOf('counter-1')).toEqual([]);
});
it('refuses an event without a cause', async () => {
  await expect(writer.decide(counter, 1, () => [counted(1)])).rejects.toThrow('An event needs a cause');
});
it('records the current position with the request when the decision returns no events', async () => {
  await count(() => [counted(1)]);
  const positions = requestPositions(null);
  await context.run(positions, () => count(() => []));
  expect(positions.written).toBe(store.historyOf('counter-1').at(-1)?.position);
});
it('records the written position with the request', async () => {
  const positions = requestPositions(null);
  const decided = await context.run(positions, () => count(() => [counted(1)]));
  expect(positions).toMatchObject({ written: decided.position, requested: decided.position });
  expect([...positions.categories.keys()]).toEqual(['counter']);
});
it.each(['\u0000', '\ud800'])('refuses text that no read model could store', async (text) => {
  await expect(count(() => [counted(1, text)])).rejects.toThrow(NotStorableError);
  expect(store.historyOf('counter-1')).toEqual([]);
});
it('reads back what was written', async () => {
  await count(() => [counted(1, 'hello')]);
  expect(await reader.load(counter, 1)).toMatchObject({ state: 1, revision: 0n });
  for await (const event of reader.stream('counter-1')) {
    expect(event).toMatchObject({ category: 'counter', streamId: '1', data: counted(1, 'hello').data });
  }
});
