import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { DueLooks } from './due-looks.ts';

let database: Database;
let looks: DueLooks;
/** Texts of the statements that were sent. */
let sent: string[];

const lookInto = (table: string) => looks.look(`select true as due, wait::float8 from ${table}`);

beforeAll(async () => {
  database = await openTestDatabase({ migrated: false });
  await database.pool.query('create table letters as select 5 as wait');
  await database.pool.query('create table faxes as select 7 as wait');
}, 60_000);
afterAll(() => database.close());
beforeEach(() => {
  // Each spec has a pool of its own, which nothing was looked at through.
  const { pool } = database;
  sent = [];
  const query = (config: string | { text: string }) => {
    sent.push(typeof config === 'string' ? config : config.text);
    return pool.query(config);
  };
  looks = DueLooks.of({ query } as unknown as Database['pool']);
});

it('looks into all tables that are asked for in one turn with one statement', async () => {
  const both = await Promise.all([lookInto('letters'), lookInto('faxes')]);
  expect(both).toEqual([
    { due: true, wait: 5 },
    { due: true, wait: 7 },
  ]);
  expect(sent).toHaveLength(1);
});

it('never answers with what was read before the question', async () => {
  const first = lookInto('letters');
  await Promise.resolve();
  await Promise.resolve();
  const second = lookInto('letters');
  await Promise.all([first, second]);
  expect(sent).toHaveLength(2);
});

it('keeps the text of its statement while no table is added', async () => {
  await lookInto('letters');
  await lookInto('faxes');
  await lookInto('letters');
  await lookInto('faxes');
  expect(new Set(sent).size).toBe(2);
  expect(sent[1]).toBe(sent[2]);
});

it('looks at each alone when one cannot be read', async () => {
  const [letters, missing] = await Promise.allSettled([lookInto('letters'), lookInto('missing')]);
  expect(letters).toEqual({ status: 'fulfilled', value: { due: true, wait: 5 } });
  expect(missing).toMatchObject({ status: 'rejected', reason: { code: '42P01' } });
});

it('looks at each alone while one is locked, and together again afterwards', async () => {
  const locker = openDatabase(database.url, { poolSize: 1 });
  const client = await locker.pool.connect();
  await client.query('begin; lock table faxes in access exclusive mode');
  const locked = lookInto('faxes');
  expect(await lookInto('letters')).toEqual({ due: true, wait: 5 });
  expect(await lookInto('letters')).toEqual({ due: true, wait: 5 });
  await client.query('commit');
  client.release();
  await locker.close();
  expect(await locked).toEqual({ due: true, wait: 7 });
  // The statement that waited may end after the one that asked alone.
  do {
    sent.length = 0;
    await Promise.all([lookInto('letters'), lookInto('faxes')]);
  } while (sent.length > 1);
  expect(sent).toHaveLength(1);
});

it('fails for everybody when the database is out of reach', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { poolSize: 1 });
  looks = DueLooks.of(away.pool);
  const results = await Promise.allSettled([lookInto('letters'), lookInto('faxes')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await away.close();
});
