import { setTimeout as pause } from 'node:timers/promises';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { keyedRows } from './keyed-rows.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';
import { ReaderLocks } from './reader-locks.ts';
import { Readers } from './readers.ts';

type Row = { counter_id: number; total: number };
/** The read models, in the order in which they write their rows. */
const NAMES = ['held', 'list', 'sums'] as const;
type Name = (typeof NAMES)[number];

const totalsIn = (name: Name): Projection<Counted> => ({
  name: `spec.${name}`,
  version: 1,
  categories: ['counter'],
  types: ['Counted'],
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

type Limits = Readonly<{ lock: string; statement: string }>;
/** The limits of the transaction that wrote the newest event for `spec.limits`. */
let limits: Limits | undefined;
const limitsModel: Projection<Counted> = {
  ...totalsIn('held'),
  name: 'spec.limits',
  tables: { spec_limits: 'id int primary key' },
  personal: { spec_limits: null },
  async apply(tx) {
    const { rows } = await tx.query<Limits>(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    );
    [limits] = rows;
    return [];
  },
};

@Module({})
class CounterModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(counter);
    for (const name of NAMES) projections.add(totalsIn(name));
    projections.add(limitsModel);
  }
}

let booted: Booted;
let holder: PoolClient;
beforeEach(async () => {
  booted = await boot([CounterModule], { database: true, store: new InMemoryEventStore() });
  const readers = booted.app.get(Readers);
  await readers.prepare();
  readers.start(new ReaderLocks(booted.database?.url ?? ''));
  if (!booted.database) throw new Error('There is no database.');
  holder = await booted.database.pool.connect();
  await count();
  await waitForTotals(NAMES, 1);
  // From now on the readers read as one group.
  await until(() => readers.status().every(({ caughtUp }) => caughtUp));
});
afterEach(async () => {
  // Ends the connection, so that it holds no lock, even after a failure.
  holder.release(true);
  await booted.app.get(Readers).stop();
  await booted.close();
});

const count = () =>
  booted.app
    .get(CauseContext)
    .run(cause, () => booted.app.get(StreamWriter).decide(counter, 1, () => [counted(1)]));
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await pause(5);
}
const waitForTotals = (names: readonly Name[], total: number) =>
  until(async () => {
    const tables = names.map((name) => `select total from rm_spec_${name}_v1.spec_${name}`);
    const { rows } = await holder.query<Row>(tables.join(' union all '));
    return rows.length === names.length && rows.every((row) => row.total === total);
  });

it.each([
  ['table', 'lock table rm_spec_held_v1.spec_held in exclusive mode'],
  ['checkpoint', `select from runner.checkpoint where name = 'spec.held' for update`],
])('does not delay other read models while another transaction locks the %s of one', async (_, hold) => {
  await holder.query(`begin; ${hold}`);
  await count();
  await waitForTotals(['list', 'sums'], 2);
  await holder.query('rollback');
  await waitForTotals(NAMES, 2);
});

// Without these limits the read models above would also be written, but only after the much longer limits of the connection.
it('limits how long a read model waits for a lock and for each statement in the shared transaction', async () => {
  limits = undefined;
  await count();
  await waitForTotals(NAMES, 2);
  await until(() => limits !== undefined);
  expect(limits).toEqual({ lock: '500ms', statement: '5s' });
});
