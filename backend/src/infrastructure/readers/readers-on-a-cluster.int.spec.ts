import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { STATISTICS } from '@posthorn/event-store/testing/wire-double/double-log';
import { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';
import { noted } from '@posthorn/event-store/testing/noted';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { Checkpoints } from './checkpoints.ts';
import { keyedRows } from './keyed-rows.ts';
import { ProcessRegistry } from './process-registry.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';
import { ReaderLocks } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';
import { Readers } from './readers.ts';

const NAMES = ['all', 'named'] as const;
const PROCESSES = 8;
const EVENTS_PER_PROCESS = 30;
const COUNTERS = 5;

type Row = { counter_id: number; total: number };
let handled: Set<string>;

/** `named` lists the type of its events; `all` reads every type of the category. */
const totalsIn = (name: (typeof NAMES)[number]): Projection<Counted> => ({
  name: `spec.${name}`,
  version: 1,
  categories: ['counter'],
  ...(name === 'named' && { types: ['Counted'] }),
  tables: { [`spec_${name}`]: 'counter_id bigint primary key, total int not null' },
  personal: { [`spec_${name}`]: null },
  apply: keyedRows<Row, Counted>({
    table: `spec_${name}`,
    key: 'counter_id',
    keyOf: ({ data }) => data.counterId,
    columns: { counter_id: 'bigint', total: 'int' },
    fold: (row, { data }) => ({ counter_id: data.counterId, total: (row?.total ?? 0) + data.amount }),
  }),
});

@Module({})
class CounterModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry, processes: ProcessRegistry) {
    catalog.add(counter);
    for (const name of NAMES) projections.add(totalsIn(name));
    processes.add({
      name: 'spec.echo',
      categories: ['counter'],
      types: ['Counted'],
      from: 'start',
      handle: ({ id }: LoggedEvent) => {
        handled.add(id);
        return Promise.resolve();
      },
    });
  }
}

let cluster: WireCluster;
let first: Booted;
const open: Booted[] = [];
const stores: EventStoreDbStore[] = [];
const connect = (): EventStoreDbStore => {
  const store = new EventStoreDbStore(cluster.url);
  stores.push(store);
  return store;
};
beforeEach(async () => {
  handled = new Set();
  cluster = await WireCluster.start();
  first = await boot([CounterModule], { database: true, store: connect() });
  open.push(first);
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  for (const store of stores.splice(0)) await store.close();
  cluster.close();
});

/** Starts a process with a separate connection to the log. */
async function startProcess(): Promise<Booted> {
  const one = await boot([CounterModule], { store: connect(), sharing: first.database });
  open.push(one);
  const readers = one.app.get(Readers);
  await readers.prepare();
  readers.start(new ReaderLocks(one.database?.url ?? ''));
  readers.startProcesses();
  return one;
}
/** Ends a process as a kill does: from then on, the process writes no checkpoint and no rows. */
async function kill({ app }: Booted): Promise<void> {
  const checkpoints = app.get(Checkpoints);
  const killed = () => Promise.reject(new Error('killed'));
  for (const name of ['move', 'moveAll', 'moveTogether'] as const)
    jest.spyOn(checkpoints, name).mockImplementation(killed);
  await app.get(Readers).stop();
}
const count = (id: number) =>
  first.app
    .get(CauseContext)
    .run(cause, () => first.app.get(StreamWriter).decide(counter, id, () => [counted(id)]));
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5);
}
/** Faults of a cluster, used one after another. An append may fail because of them. */
const FAULTS: readonly (() => void)[] = [
  () => {
    cluster.log.writeSystemEvents(3, STATISTICS);
  },
  () => {
    cluster.elect();
  },
  () => {
    cluster.log.loseUnreplicated();
    cluster.elect();
  },
];

it('counts each event once and handles each event, even after elections, lost appends and killed processes', async () => {
  let appends = 0;
  // Every third append becomes visible late, so that a reader reaches the end of the log before it.
  cluster.log.replicationTakes = () => (appends++ % 3 === 0 ? 7 * (appends % 11) : 0);
  let last = await startProcess();
  for (let index = 0; index < PROCESSES; index++) {
    const next = await startProcess();
    for (let event = 0; event < EVENTS_PER_PROCESS; event++) {
      if (event % 10 === 5) FAULTS[(index + event) % FAULTS.length]?.();
      const stream = `elsewhere-${randomUUID()}`;
      await Promise.allSettled([
        count(event % COUNTERS),
        first.store.append(stream, noted(stream), { expected: 'noStream' }),
      ]);
    }
    await kill(last);
    last = next;
  }
  cluster.log.replicationTakes = () => 0;
  cluster.log.replicateAll();
  const end = (await first.store.append('elsewhere-end', noted('end'), { expected: 'noStream' })).position;
  const positions = last.app.get(ReaderPositions);
  const names = [...NAMES.map((name) => `spec.${name}`), 'spec.echo'];
  await until(() => names.every((name) => (positions.positionOf(name) ?? '') >= end));

  const stored = new Map<number, number>();
  const ids = new Set<string>();
  for await (const { stream, id } of first.store.readAll({})) {
    if (!stream.startsWith('counter-')) continue;
    const counterId = Number(stream.slice('counter-'.length));
    stored.set(counterId, (stored.get(counterId) ?? 0) + 1);
    ids.add(id);
  }
  for (const name of NAMES) {
    const { rows } = (await first.database?.pool.query<Row>(
      `select counter_id::int, total from read_v1.spec_${name}`,
    )) ?? { rows: [] };
    expect(new Map(rows.map(({ counter_id, total }) => [counter_id, total]))).toEqual(stored);
  }
  expect([...ids].filter((id) => !handled.has(id))).toEqual([]);
  expect(ids.size).toBeGreaterThan((PROCESSES * EVENTS_PER_PROCESS) / 2);
}, 120_000);
