import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openTestDatabase } from '../testing/database.ts';
import { migrate, type Database } from './database.ts';
import { migrations } from './migrations.ts';
import { oneConnection, openOrm } from './orm.ts';

const all = migrations.map(({ name }) => name);
let database: Database;
beforeEach(async () => {
  database = await openTestDatabase({ migrated: false });
});
afterEach(() => database.close());

it('migrates once when two processes start together', async () => {
  const done = await Promise.all([migrate(database), migrate(database)]);
  expect(done.flat()).toEqual(all);
  expect(done).toContainEqual([]);
  expect(await database.orm.migrator.getPending()).toEqual([]);
});

it('continues where an earlier release stopped', async () => {
  const released = '304-scheduling-taken-keys';
  const client = new Client(database.url);
  await client.connect();
  const earlier = openOrm(database.url, oneConnection(client));
  await earlier.migrator.up({ to: released });
  await earlier.close(true);
  await client.end();
  expect(await migrate(database)).toEqual(all.slice(all.indexOf(released) + 1));
});

it('does not wait for the lock when all migrations have run', async () => {
  await migrate(database);
  const other = new Client(database.url);
  await other.connect();
  try {
    // The lock of a process that migrates.
    await other.query('select pg_advisory_lock(8728)');
    expect(await migrate(database)).toEqual([]);
  } finally {
    await other.end();
  }
});
