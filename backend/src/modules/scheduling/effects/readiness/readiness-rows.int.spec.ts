import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { freeSlots } from '#infrastructure/effects/slots.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { PUBLISHING_TIMES } from '../../domain/publication/publishing-times.ts';
import { ReadinessChecks } from './readiness-checks.ts';
import { READINESS_VIEW, readinessChecks } from '../../read-models/readiness/readiness-table.projection.ts';

let database: Database;
let rows: ReturnType<typeof ReadinessChecks.tableOn>;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query(`create schema if not exists ${READINESS_VIEW.split('.')[0] ?? ''}`);
  await database.pool.query(
    `create table ${READINESS_VIEW} (${readinessChecks.tables['readiness_check'] ?? ''})`,
  );
  const { pool } = database;
  const given = { times: PUBLISHING_TIMES, check: undefined as never };
  rows = ReadinessChecks.tableOn(pool, new DatabaseClock(pool), given);
}, 60_000);
afterAll(() => database.close());

const claim = () => rows.claim(freeSlots([''], [], 8));
const dueAt = async () => {
  const { rows } = await database.pool.query<{ dueAt: string }>(
    `select due_at::text as "dueAt" from ${READINESS_VIEW}`,
  );
  return rows[0]?.dueAt;
};

it('repeats an interrupted check, and keeps the due time of the post', async () => {
  await database.pool.query(
    `insert into ${READINESS_VIEW} (post_id, owner_id, scheduled_for, due_at, version)
     values (7, 'ana', now(), now() + interval '5 seconds', 1)`,
  );
  const before = await dueAt();
  const [interrupted] = await claim();
  if (!interrupted) throw new Error('nothing was claimed');
  await rows.putBack(interrupted, 60_000);
  expect(await dueAt()).toBe(before);
  expect(await claim()).toEqual([]);
  await database.pool.query(`update ${READINESS_VIEW} set lease_until = now() - interval '1 second'`);
  expect(await claim()).toHaveLength(1);
});
