import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { DatabaseClock } from '../database/database-clock.ts';
import { freeSlots } from './slots.ts';
import { WorkTable } from './work-table.ts';

type Greeting = Readonly<{ name: string; version: number }>;

let database: Database;
/** The same table, as two workers see it. */
let table: WorkTable<Greeting>;
let other: WorkTable<Greeting>;
const worker = (kind: string, paused = 'false', { pool } = database, ripe?: string) =>
  new WorkTable<Greeting>(pool, new DatabaseClock(pool), {
    kind,
    table: 'effects.greeting',
    columns: { name: 'text', version: 'int' },
    key: ['name'],
    lease: 60_000,
    paused,
    ...(ripe !== undefined && { ripe }),
  });
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool
    .query(`create table effects.greeting (name text primary key, version int not null default 1,
    owner_id text not null, platform text not null, due_at timestamptz not null default now(),
    lease_owner text, lease_until timestamptz)`);
  await database.pool.query('create index on effects.greeting (platform, due_at, name)');
  table = worker('greeting');
  other = worker('greeting');
}, 60_000);
afterAll(() => database.close());
beforeEach(() => database.pool.query('truncate effects.greeting'));

const add = (name: string, owner = 'ana', platform = 'post') =>
  database.pool.query('insert into effects.greeting (name, owner_id, platform) values ($1, $2, $3)', [
    name,
    owner,
    platform,
  ]);
const claim = (from = table, slots = 8) => from.claim(freeSlots(['post', 'fax'], [], slots));
const row = async () => {
  const { rows } = await database.pool.query<object>(
    'select due_at::text, lease_owner from effects.greeting',
  );
  return rows[0];
};

it('gives a row to one worker, with the columns that its work needs', async () => {
  await add('bob');
  const [mine] = await claim();
  expect(mine).toMatchObject({ name: 'bob', version: 1, ownerId: 'ana', platform: 'post', server: '' });
  expect(await claim(other)).toEqual([]);
  expect(mine && (await table.confirmLease(mine))).toBe(true);
  expect(mine && (await other.confirmLease(mine))).toBe(false);
});

it('checks without a claim whether a row is due, and when the next one will be', async () => {
  expect(await table.checkDue()).toEqual({ due: false, wait: null });
  await add('bob');
  expect(await table.checkDue()).toEqual({ due: true, wait: null });
  const [mine] = await claim();
  expect(await other.checkDue()).toEqual({ due: false, wait: null });
  await add('zoe');
  await database.pool.query(
    `update effects.greeting set due_at = now() + interval '30 seconds' where name = 'zoe'`,
  );
  const { due, wait } = await other.checkDue();
  expect({ due, isAhead: wait !== null && wait > 0 && wait <= 30_000 }).toEqual({
    due: false,
    isAhead: true,
  });
  if (mine) await table.putBack(mine, 0);
  expect(await other.checkDue()).toMatchObject({ due: true });
});

it('checks without a claim by another condition than the due time', async () => {
  const ripe = worker('ripe-greeting', 'false', database, 'due.due_at <= now() and due.version > 1');
  await add('bob');
  expect(await ripe.checkDue()).toEqual({ due: false, wait: null });
  expect(await claim(ripe)).toEqual([]);
  await database.pool.query('update effects.greeting set version = 2');
  expect(await ripe.checkDue()).toEqual({ due: true, wait: null });
  expect(await claim(ripe)).toHaveLength(1);
  expect(await ripe.checkDue()).toEqual({ due: false, wait: null });
});

it('does not confirm a lease after its end, whether or not another worker has claimed the row', async () => {
  await add('bob');
  const [mine] = await claim();
  if (!mine) throw new Error('nothing was claimed');
  await database.pool.query(`update effects.greeting set lease_until = now() - interval '1 second'`);
  expect(await table.confirmLease(mine)).toBe(false);
  const [theirs] = await claim(other);
  if (theirs) await other.release(theirs, new Date().toISOString());
  expect(await table.confirmLease(mine)).toBe(false);
  expect(await table.renew([mine])).toEqual(new Set());
});

it('claims nothing while the work is paused', async () => {
  await add('bob');
  expect(await claim(worker('paused-greeting', 'true'))).toEqual([]);
});

it('confirms no lease while the work is paused', async () => {
  const held = worker('held-greeting', 'exists (select from effects.greeting_hold)');
  await database.pool.query('create table effects.greeting_hold (reason text)');
  await add('bob');
  const [mine] = await claim(held);
  if (!mine) throw new Error('nothing was claimed');
  expect(await held.confirmLease(mine)).toBe(true);
  await database.pool.query(`insert into effects.greeting_hold values ('restored')`);
  expect(await held.confirmLease(mine)).toBe(false);
  expect((await held.renew([mine])).size).toBe(1);
});

it('leaves half of the slots of a platform to other owners, and all slots of another platform', async () => {
  for (let each = 0; each < 20; each += 1) await add(`many ${String(each)}`);
  await add('bob', 'bob');
  await add('cyd', 'cyd', 'fax');
  const owners = (await claim()).map(({ ownerId }) => ownerId);
  expect(owners.filter((owner) => owner === 'ana').length).toBeLessThanOrEqual(4);
  expect(owners).toEqual(expect.arrayContaining(['bob', 'cyd']));
});

it('reads fewer than 300 of 3,000 due rows when it claims eight', async () => {
  // PostgreSQL counts read rows for each connection.
  const alone = openDatabase(database.url, { poolSize: 1 });
  const read = async () => {
    const { rows } = await alone.pool.query<{ count: number }>(
      `select pg_stat_force_next_flush(), (select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int
       from pg_stat_user_tables where relid = 'effects.greeting'::regclass) as count`,
    );
    return rows[0]?.count ?? 0;
  };
  await alone.pool.query(`insert into effects.greeting (name, owner_id, platform)
    select 'many ' || n, 'owner ' || n % 50, 'post' from generate_series(1, 3000) n`);
  const claims = worker('crowded-greeting', 'false', alone);
  // The first call sends the counts of the connection to the statistics, the second one reads them.
  await read();
  const before = await read();
  expect(await claim(claims)).toHaveLength(8);
  await read();
  expect((await read()) - before).toBeLessThan(300);
  await alone.close();
});

it('renews only the leases of rows that no other worker has taken', async () => {
  for (const name of ['bob', 'cyd']) await add(name, name);
  const mine = await claim();
  await database.pool.query(`update effects.greeting set lease_owner = 'other' where name = 'bob'`);
  expect([...(await table.renew(mine))]).toEqual(['cyd']);
});

it('changes the due time of a released row, unless a newer event has changed it', async () => {
  await add('bob');
  const [first] = await claim();
  if (first) await table.release(first, '2000-01-01T00:00:00.000Z');
  expect(await row()).toMatchObject({ due_at: expect.stringContaining('2000-01-01'), lease_owner: null });
  const [second] = await claim();
  await database.pool.query(`update effects.greeting set due_at = '2001-01-01T00:00:00Z'`);
  if (second) await table.release(second, '2002-01-01T00:00:00.000Z');
  expect(await row()).toMatchObject({ due_at: expect.stringContaining('2001-01-01'), lease_owner: null });
});
