import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { Checkpoints } from './checkpoints.ts';
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
/** Its name begins like that of the other one, and so does its schema. */
const LETTERS_OF_OLD: Projection = {
  ...LETTERS,
  name: 'spec.letters_v1',
  tables: { old_letters: 'id bigint primary key' },
  personal: { old_letters: null },
};

let database: Database;
let tables: ProjectionTables;
beforeAll(async () => {
  database = await openTestDatabase();
  tables = new ProjectionTables(database.pool, new Checkpoints(database.pool));
}, 60_000);
afterAll(() => database.close());

/** The views of version 1 with the number of each, which another view of the same name would not have. */
async function views(): Promise<Readonly<Record<string, number>>> {
  const { rows } = await database.pool.query<{ name: string; number: number }>(
    `select relname as name, oid::int as number from pg_class
     where relkind = 'v' and relnamespace = 'read_v1'::regnamespace and relname like '%letters' order by 1`,
  );
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]));
}

it('leaves a view that is right as it is, so that a start locks nobody out', async () => {
  await tables.prepare(LETTERS);
  await tables.prepare(LETTERS_OF_OLD);
  const before = await views();
  expect(Object.keys(before)).toEqual(['letters', 'old_letters']);
  await tables.prepare(LETTERS);
  await tables.prepare(LETTERS_OF_OLD);
  expect(await views()).toEqual(before);
});

it('makes a view anew that is missing or shows another build', async () => {
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
