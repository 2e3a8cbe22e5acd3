import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { Checkpoints } from './checkpoints.ts';
import { LookupIndexes } from './lookup-indexes.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';
import { ProjectionTables } from './projection-tables.ts';

const LETTERS: Projection = {
  name: 'spec.letters',
  version: 1,
  categories: ['letter'],
  tables: { letters: 'id bigint primary key' },
  personal: { letters: null },
  apply: () => Promise.resolve([]),
};
/** The name and the schema begin like those of `LETTERS`. */
const LETTERS_OF_OLD: Projection = {
  ...LETTERS,
  name: 'spec.letters_v1',
  tables: { old_letters: 'id bigint primary key' },
  personal: { old_letters: null },
};

const NOTES: Projection = {
  ...LETTERS,
  name: 'spec.notes',
  tables: {
    note: 'note_id bigint primary key, owner_id text, account_id bigint, at timestamptz',
    note_mark: 'owner_id text, note_id bigint, primary key (owner_id, note_id)',
    note_line: 'note_id bigint, line int',
  },
  personal: { note: 'owner_id', note_mark: 'owner_id', note_line: { by: 'note_id', of: 'note' } },
  indexes: ['create index on {schema}.note (account_id) where at is not null'],
  lookups: { note: ['account_id,at'] },
};

let database: Database;
let tables: ProjectionTables;
beforeAll(async () => {
  database = await openTestDatabase();
  tables = new ProjectionTables(database.pool, new Checkpoints(database.pool));
}, 60_000);
afterAll(() => database.close());

/** The views of version 1 with the object id of each. A view that was dropped and made again has another id. */
async function views(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query<{ name: string; number: number }>(
    `select relname as name, oid::int as number from pg_class
     where relkind = 'v' and relnamespace = 'read_v1'::regnamespace and relname like '%letters' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]));
}

it('leaves a correct view unchanged, so that a start takes no lock', async () => {
  await tables.prepare(LETTERS);
  await tables.prepare(LETTERS_OF_OLD);
  const before = await views();
  expect(Object.keys(before)).toEqual(['letters', 'old_letters']);
  await tables.prepare(LETTERS);
  await tables.prepare(LETTERS_OF_OLD);
  expect(await views()).toEqual(before);
});

it('recreates a view that is missing or shows another build', async () => {
  const build = await tables.prepareNext(LETTERS);
  await database.pool.query(
    'create or replace view read_v1.letters as select * from rm_spec_letters_v1_b1.letters',
  );
  await database.pool.query('drop view read_v1.old_letters');
  await tables.prepare(LETTERS);
  await tables.prepare(LETTERS_OF_OLD);
  await database.pool.query('insert into rm_spec_letters_v1.letters values (7)');
  const { rows } = await database.pool.query('select id::int from read_v1.letters');
  expect({ build: build.build, rows }).toEqual({ build: 1, rows: [{ id: 7 }] });
  expect(Object.keys(await views())).toEqual(['letters', 'old_letters']);
});

it('checks without transactions that all read models are ready, and repairs those that are not', async () => {
  const all = [LETTERS, LETTERS_OF_OLD];
  await tables.prepareAll(all);
  const before = await views();
  const transactions = jest.spyOn(tables, 'locked');
  await tables.prepareAll(all);
  expect([transactions.mock.calls.length, await views()]).toEqual([0, before]);
  await database.pool.query('drop view read_v1.old_letters');
  await tables.prepareAll(all);
  expect(transactions.mock.calls).toHaveLength(1);
  await database.pool.query(
    'create or replace view read_v1.letters as select * from rm_spec_letters_v1_b1.letters',
  );
  await tables.prepareAll(all);
  expect(transactions.mock.calls).toHaveLength(2);
  transactions.mockRestore();
  const { rows } = await database.pool.query('select id::int from read_v1.letters');
  expect([rows, Object.keys(await views())]).toEqual([[{ id: 7 }], ['letters', 'old_letters']]);
});

/** All indexes of the tables of notes; `!` before an invalid one. */
async function indexesOfNotes(): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select case when indisvalid then '' else '!' end || indexrelid::regclass::text as name from pg_index
     where indrelid::regclass::text like 'rm_spec_notes%' order by 1`,
  );
  return rows.map(({ name }) => name.replace(/^(!?)rm_spec_notes_v1\./u, '$1'));
}
const WITH_LOOKUPS = [
  ...['note_account_id_idx', 'note_by_account_id_at', 'note_by_owner_id'],
  ...['note_line_by_note_id', 'note_mark_pkey', 'note_pkey'],
];

it('indexes the columns by which queries search rows, unless another index on all rows covers them', async () => {
  await tables.prepare(NOTES);
  expect(await indexesOfNotes()).toEqual(WITH_LOOKUPS);
});

it('adds indexes that tables of an earlier release lack, and replaces unfinished ones', async () => {
  const registry = new ProjectionRegistry();
  registry.add(NOTES);
  const indexes = new LookupIndexes(database.pool, registry, new Checkpoints(database.pool));
  await tables.prepare(NOTES);
  await database.pool.query(
    'drop index rm_spec_notes_v1.note_by_owner_id, rm_spec_notes_v1.note_line_by_note_id',
  );
  await leaveUnfinished('note_by_owner_id');
  expect(await indexesOfNotes()).toContain('!note_by_owner_id');
  expect((await indexes.missing()).map(({ table }) => table)).toEqual(['note', 'note_line']);
  await indexes.add(database.url, new AbortController().signal);
  expect(await indexesOfNotes()).toEqual(WITH_LOOKUPS);
});

it('leaves the indexes to a later start when the process ends before they are complete', async () => {
  const registry = new ProjectionRegistry();
  registry.add(NOTES);
  const indexes = new LookupIndexes(database.pool, registry, new Checkpoints(database.pool));
  await tables.prepare(NOTES);
  await database.pool.query('drop index rm_spec_notes_v1.note_by_owner_id');
  await indexes.add(database.url, AbortSignal.abort());
  expect(await indexesOfNotes()).not.toContain('note_by_owner_id');
});

/** Leaves an unfinished index, as a process does that ends while it creates the index. Duplicate rows make the unique index fail. */
async function leaveUnfinished(name: string): Promise<void> {
  const { pool } = database;
  await pool.query(`insert into rm_spec_notes_v1.note values (1, 'ana'), (2, 'ana')`);
  await pool
    .query(`create unique index concurrently ${name} on rm_spec_notes_v1.note (owner_id)`)
    .catch(() => undefined);
}
