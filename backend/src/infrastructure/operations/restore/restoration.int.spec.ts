import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { Restoration } from './restoration.ts';

// The log that these specs restored is empty.

let booted: Booted;
let pool: Pool;
beforeAll(async () => {
  booted = await boot([], { database: true });
  pool = booted.app.get(Pool);
}, 60_000);
afterAll(() => booted.close());

const schemas = async () =>
  (
    await pool.query<{ nspname: string }>(
      `select nspname from pg_namespace where nspname like 'rm\\_later%' order by nspname`,
    )
  ).rows.map(({ nspname }) => nspname);

it('deletes read models that only another release knows, and keeps the checkpoints of its processes', async () => {
  await pool.query(
    `insert into runner.checkpoint (name, version, build, position, active)
     values ('later.list', 3, 0, '900', true), ('later.list', 3, 1, '900', false), ('later.mails', 0, 0, '900', true)`,
  );
  await pool.query('create schema rm_later_list_v3');
  await pool.query('create schema rm_later_list_v3_b1');
  await booted.app.get(Restoration).forgetReadModels();
  const { rows } = await pool.query(
    `select name, position from runner.checkpoint where name like 'later.%' order by name`,
  );
  expect(rows).toEqual([{ name: 'later.mails', position: await booted.store.head() }]);
  expect(await schemas()).toEqual([]);
});
