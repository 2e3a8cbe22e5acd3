import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { ReaderLocks, tryLock, unlock } from './reader-locks.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('keeps the lock of a stopping reader until that reader has ended', async () => {
  const [slowTaken, slowEnded] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()];
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
    if (lock === 'slow') slowTaken.resolve(lock);
    return lock === 'slow' ? slowEnded.promise : Promise.resolve();
  });
  locks.request(['quick', 'slow']);
  await slowTaken.promise;
  stop.abort();
  while (!(await isFree('quick')));
  expect(await isFree('slow')).toBe(false);
  slowEnded.resolve(undefined);
  await held;
  expect(await isFree('slow')).toBe(true);
  other.release();
});
