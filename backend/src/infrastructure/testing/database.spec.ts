import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from './database.ts';

let one: Database;
let other: Database;
beforeAll(async () => {
  [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
});
afterAll(() => Promise.all([one.close(), other.close()]));

it('gives each spec file a migrated database of its own', async () => {
  await one.pool.query(`insert into edge.rate_limit (key, points) values ('only here', 1)`);
  const { rows } = await other.pool.query('select key from edge.rate_limit');
  expect(rows).toEqual([]);
  expect(await other.orm.migrator.getPending()).toEqual([]);
});
