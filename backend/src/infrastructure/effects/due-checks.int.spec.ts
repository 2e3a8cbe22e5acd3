import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { DueChecks } from './due-checks.ts';

let database: Database;
let checks: DueChecks;
/** Texts of the statements that were sent. */
let sent: string[];

const textOf = (table: string) => `select true as due, wait::float8 from ${table}`;
const checkTable = (table: string) => checks.check(textOf(table));
const checkBoth = () => Promise.all([checkTable('letters'), checkTable('faxes')]);

async function waitingForLock(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount ?? 0;
}

beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
  await database.pool.query('create table letters as select 5 as wait');
  await database.pool.query('create table faxes as select 7 as wait');
}, 60_000);
afterAll(() => database.close());
beforeEach(() => {
  // Each spec has its own pool, for which no table is known yet. The long limit is for busy machines.
  checks = checksOfNewPool(60_000);
});

function checksOfNewPool(waitLimit: number): DueChecks {
  const { pool } = database;
  sent = [];
  const query = (config: string | { text: string }) => {
    sent.push(typeof config === 'string' ? config : config.text);
    return pool.query(config);
  };
  return DueChecks.forPool({ query } as unknown as Database['pool'], waitLimit);
}

it('reads all tables that are requested in one turn with one statement', async () => {
  expect(await checkBoth()).toEqual([
    { due: true, wait: 5 },
    { due: true, wait: 7 },
  ]);
  expect(sent).toHaveLength(1);
});

it('never returns rows that were read before the request', async () => {
  const first = checkBoth();
  await Promise.resolve();
  await Promise.resolve();
  const second = checkBoth();
  await Promise.all([first, second]);
  expect(sent).toHaveLength(2);
});

it('reads one table alone when no other table is requested in the turn', async () => {
  await checkBoth();
  expect(await checkTable('faxes')).toEqual({ due: true, wait: 7 });
  expect(sent[1]).toBe(textOf('faxes'));
});

it('keeps the text of its statement while no table is added', async () => {
  await checkBoth();
  await checkBoth();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
});

it('reads each table alone when one cannot be read', async () => {
  const [letters, missing] = await Promise.allSettled([checkTable('letters'), checkTable('missing')]);
  expect(letters).toEqual({ status: 'fulfilled', value: { due: true, wait: 5 } });
  expect(missing).toMatchObject({ status: 'rejected', reason: { code: '42P01' } });
});

it('reads each table alone while one is locked, and all together again afterwards', async () => {
  checks = checksOfNewPool(200);
  const locker = openDatabase(database.url, { poolSize: 1 });
  const client = await locker.pool.connect();
  await client.query('begin; lock table faxes in access exclusive mode');
  const [letters, locked] = [checkTable('letters'), checkTable('faxes')];
  expect(await letters).toEqual({ due: true, wait: 5 });
  // The statement for both tables, and soon the one for the locked table alone.
  while ((await waitingForLock()) !== 2);
  expect(await checkTable('letters')).toEqual({ due: true, wait: 5 });
  await client.query('commit');
  client.release();
  await locker.close();
  expect(await locked).toEqual({ due: true, wait: 7 });
  // The shared statement may end after the single one.
  do {
    sent.length = 0;
    await checkBoth();
  } while (sent.length > 1);
  expect(sent).toHaveLength(1);
});

it('fails for each table when the database cannot be reached', async () => {
  const away = openDatabase('postgres://user@127.0.0.1:1/none', { poolSize: 1 });
  checks = DueChecks.forPool(away.pool);
  const results = await Promise.allSettled([checkTable('letters'), checkTable('faxes')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await away.close();
});
