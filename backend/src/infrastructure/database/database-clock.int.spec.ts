import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { openTestDatabase } from '../testing/database.ts';
import { DatabaseClock } from './database-clock.ts';
import type { Database } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
}, 60_000);
afterAll(() => database.close());
afterEach(() => {
  jest.restoreAllMocks();
});

const databaseTime = async () => {
  const { rows } = await database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date(NaN);
};
/** Simulates a sleeping machine: only its wall clock continues. */
async function simulateSleep(milliseconds: number): Promise<void> {
  const [wall, monotonic] = [Date.now(), performance.now()];
  jest.spyOn(Date, 'now').mockReturnValue(wall + milliseconds);
  jest.spyOn(performance, 'now').mockReturnValue(monotonic);
  await Promise.resolve();
}

it('returns the time of the database, never early', async () => {
  const clock = new DatabaseClock(database.pool);
  expect(clock.latest).toBeNull();
  const before = await clock.now();
  expect(before.getTime()).toBeLessThanOrEqual((await databaseTime()).getTime());
  expect(clock.latest?.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

it('queries the database again after the machine has slept, because its monotonic clock stood still', async () => {
  const clock = new DatabaseClock(database.pool);
  await clock.now();
  const query = jest.spyOn(database.pool, 'query');
  await simulateSleep(8 * HOUR_MS);
  await clock.now();
  expect(query).toHaveBeenCalledTimes(1);
  await clock.now();
  expect(query).toHaveBeenCalledTimes(1);
});

it('queries the database once for all callers that request the time together', async () => {
  const clock = new DatabaseClock(database.pool);
  const query = jest.spyOn(database.pool, 'query');
  await Promise.all(Array.from({ length: 20 }, () => clock.now()));
  expect(query).toHaveBeenCalledTimes(1);
});

it('queries the database again after a query that failed', async () => {
  const clock = new DatabaseClock(database.pool);
  jest.spyOn(database.pool, 'query').mockImplementationOnce(() => {
    throw new Error('The database does not respond');
  });
  await expect(clock.now()).rejects.toThrow('does not respond');
  expect(await clock.now()).toBeInstanceOf(Date);
});
