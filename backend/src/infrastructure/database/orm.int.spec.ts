import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { openTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { openOrm, statementsOn } from './orm.ts';
import { inTransaction, TransactionIsOpen } from './transaction.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const tables = () => database.orm.em.getKysely();

it('queries on the connections of the pool, within its time limits', async () => {
  const { rows } = await sql<{ name: string; most: string }>`
    select current_setting('application_name') as name, current_setting('statement_timeout') as most
  `.execute(tables());
  expect(rows).toEqual([{ name: 'posthorn', most: '20s' }]);
  expect(database.pool.totalCount).toBe(1);
});

it("keeps values out of the text of a statement, because the server's log would show them", async () => {
  const { rows } = await sql<{ text: string }>`
    select query as text from pg_stat_activity where pid = pg_backend_pid() and ${'a secret'}::text <> ''
  `.execute(tables());
  expect(rows).toEqual([{ text: expect.stringContaining('$1::text') }]);
  expect(rows[0]?.text).not.toContain('a secret');
});

it('refuses a statement that would contain values in its text', async () => {
  const Limit = defineEntity({
    name: 'Limit',
    tableName: 'edge.rate_limit',
    properties: { key: p.text().primary() },
  });
  const { orm } = database;
  orm.discoverEntity(Limit);
  await expect(orm.em.fork().findOne(Limit, { key: 'a secret' })).rejects.toThrow('em.getKysely()');
});

it('refuses a second connection inside a transaction', async () => {
  const inside = inTransaction(database.pool, () => sql`select 1`.execute(tables()));
  await expect(inside).rejects.toThrow(TransactionIsOpen);
});

it('returns a connection to the pool after a result, but not after a failed statement', async () => {
  await sql`select 1`.execute(tables());
  const before = database.pool.totalCount;
  expect(database.pool.idleCount).toBe(before);
  await expect(sql`select no_such_column`.execute(tables())).rejects.toThrow('no_such_column');
  expect(database.pool.totalCount).toBe(before - 1);
});

it('refuses to begin a transaction, because its statements would use several connections of the pool', async () => {
  const begun = database.orm.em.transactional(() => Promise.resolve());
  await expect(begun).rejects.toThrow('inTransaction');
});

it('does not close the connections of the pool', async () => {
  const orm = openOrm(database.url, statementsOn(database.pool));
  await sql`select 1`.execute(orm.em.getKysely());
  await orm.close(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
