import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { ProjectionTables } from '#infrastructure/readers/projection-tables.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { lockOf, tryLock, unlock } from '#infrastructure/readers/reader-locks.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter, type Counted } from '#infrastructure/testing/counter.ts';
import { RowErasure } from './row-erasure.ts';

const current: Projection<Counted> = {
  name: 'spec.kept',
  version: 2,
  categories: [counter.category],
  types: ['Counted'],
  tables: {
    spec_kept: 'counter_id bigint primary key, owner_id text not null',
    spec_kept_detail: 'counter_id bigint primary key',
  },
  personal: { spec_kept: 'owner_id', spec_kept_detail: { by: 'counter_id', of: 'spec_kept' } },
  apply: keyedRows<{ counter_id: number; owner_id: string }, Counted>({
    table: 'spec_kept',
    key: 'counter_id',
    keyOf: ({ data }) => data.counterId,
    columns: { counter_id: 'bigint', owner_id: 'text' },
    fold: (_, { data }) => ({ counter_id: data.counterId, owner_id: data.by }),
  }),
};
const earlier = { ...current, version: 1 };

@Module({})
class KeptModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(counter);
    projections.add(current);
  }
}

let booted: Booted;
let pool: Pool;
let erasure: RowErasure;
let tables: ProjectionTables;
beforeAll(async () => {
  booted = await boot([KeptModule], { database: true, store: new InMemoryEventStore() });
  [pool, erasure, tables] = [
    booted.app.get(Pool),
    booted.app.get(RowErasure),
    booted.app.get(ProjectionTables),
  ];
  const append = (id: number, by: string) =>
    booted.app
      .get(CauseContext)
      .run(cause, () => booted.app.get(StreamWriter).decide(counter, id, () => [counted(id, 'a note', by)]));
  await append(1, 'ana');
  await append(2, 'bo');
  await booted.catchUp();
  // The tables that the release before the update filled.
  await tables.prepare(earlier);
});
beforeEach(() => fill('rm_spec_kept_v1'));
afterAll(() => booted.close());

async function fill(schema: string): Promise<void> {
  await pool.query(`delete from ${schema}.spec_kept; delete from ${schema}.spec_kept_detail`);
  await pool.query(`insert into ${schema}.spec_kept values (1, 'ana'), (2, 'bo')`);
  await pool.query(`insert into ${schema}.spec_kept_detail values (1), (2)`);
}
const idsIn = async (table: string) =>
  (await pool.query<{ id: number }>(`select counter_id::int as id from ${table} order by 1`)).rows.map(
    ({ id }) => id,
  );

it('deletes the rows in tables of an earlier release that no process updates any more', async () => {
  expect(await erasure.left('ana')).toEqual({
    'rm_spec_kept_v1.spec_kept': 1,
    'rm_spec_kept_v2.spec_kept': 1,
  });
  expect(await erasure.erase('ana')).toEqual({
    'rm_spec_kept_v1.spec_kept': 1,
    'rm_spec_kept_v1.spec_kept_detail': 1,
  });
  expect(await idsIn('rm_spec_kept_v1.spec_kept')).toEqual([2]);
  expect(await idsIn('rm_spec_kept_v1.spec_kept_detail')).toEqual([2]);
  // The reader of this release deletes its rows at the position of the erasure in the log.
  expect(await erasure.left('ana')).toEqual({ 'rm_spec_kept_v2.spec_kept': 1 });
});

it('leaves the tables of an earlier release to its reader while a process runs that reader', async () => {
  const reader = await pool.connect();
  try {
    expect(await tryLock(reader, lockOf(earlier))).toBe(true);
    expect(await erasure.erase('ana')).toEqual({});
    expect(await idsIn('rm_spec_kept_v1.spec_kept')).toEqual([1, 2]);
    await unlock(reader, lockOf(earlier));
  } finally {
    reader.release();
  }
  // The erasure keeps no lock, so the reader can start again.
  expect(await erasure.erase('ana')).toMatchObject({ 'rm_spec_kept_v1.spec_kept': 1 });
  const next = await pool.connect();
  expect(await tryLock(next, lockOf(earlier))).toBe(true);
  await unlock(next, lockOf(earlier));
  next.release();
});

it('also deletes the rows of a replaced build that are found through another table', async () => {
  const build = await tables.prepareNext(current);
  await inTransaction(pool, (tx) => tables.promote(current, build, tx));
  await fill('rm_spec_kept_v2');
  expect(await erasure.erase('ana')).toMatchObject({
    'rm_spec_kept_v2.spec_kept': 1,
    'rm_spec_kept_v2.spec_kept_detail': 1,
  });
  expect(await idsIn('rm_spec_kept_v2.spec_kept_detail')).toEqual([2]);
});
