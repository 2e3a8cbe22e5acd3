import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { ReaderLocks, tryLock, unlock } from './reader-locks.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('keeps the lock of a reader that stops until the reader has ended', async () => {
  const [taken, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()];
  const other = await database.pool.connect();
  /** Whether another process can take the lock of a reader now. */
  const isFree = async (lock: string) => {
    const got = await tryLock(other, lock);
    if (got) await unlock(other, lock);
    return got;
  };
  const locks = new ReaderLocks(database.url);
  const stop = new AbortController();
  const held = locks.hold(stop.signal, (lock) => {
    if (lock === 'slow') taken.resolve(lock);
    return lock === 'slow' ? ended.promise : Promise.resolve();
  });
  locks.request(['quick', 'slow']);
  await taken.promise;
  stop.abort();
  while (!(await isFree('quick')));
  expect(await isFree('slow')).toBe(false);
  ended.resolve(undefined);
  await held;
  expect(await isFree('slow')).toBe(true);
  other.release();
});
