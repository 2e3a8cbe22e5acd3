import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
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

it('takes no locks on a server that takes no writes, and takes them as soon as it is connected to another one', async () => {
  const owner = await database.pool.connect();
  const setReadOnly = (value: 'on' | 'off') =>
    owner.query(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`);
  await setReadOnly('on');
  const [stop, taken] = [new AbortController(), Promise.withResolvers<string>()];
  const tries = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const locks = new ReaderLocks(database.url);
  locks.request(['quick']);
  const won: string[] = [];
  const held = locks.hold(stop.signal, (lock) => {
    won.push(lock);
    taken.resolve(lock);
    return Promise.resolve();
  });
  while (tries.mock.calls.length < 2 && won.length === 0) await new Promise(setImmediate);
  expect(won).toEqual([]);
  await owner.query('set default_transaction_read_only = off');
  await setReadOnly('off');
  expect(await taken.promise).toBe('quick');
  stop.abort();
  await held;
  tries.mockRestore();
  owner.release();
});
