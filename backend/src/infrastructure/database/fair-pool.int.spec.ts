import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '../testing/database.ts';
import { runInLane, REQUEST_LANE } from './fair-queue.ts';
import type { Database } from './database.ts';
import { reservedForWork, FairPool } from './fair-pool.ts';

let database: Database;
let pool: FairPool;
/** @param waitLimit milliseconds that a caller waits. The limit of `pg` for opening a connection stays long, for busy machines. */
const open = (waitLimit = 5_000) => {
  pool = new FairPool({ connectionString: database.url, max: 1, connectionTimeoutMillis: waitLimit });
  pool.options.connectionTimeoutMillis = 20_000;
  return pool;
};
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => pool.end());
afterAll(() => database.close());

it('gives a connection to each kind of work in turn, not to the first caller', async () => {
  const [served, held] = [[] as string[], await open().connect()];
  const ask = (kind: string, name: string) =>
    runInLane(kind, async () => {
      await pool.query('select 1');
      served.push(name);
    });
  const posts = Array.from({ length: 20 }, (_, each) => ask('posts', `post ${String(each + 1)}`));
  const replies = [ask('replies', 'reply 1'), ask('replies', 'reply 2')];
  expect(pool.waitingCount).toBe(22);
  held.release();
  await Promise.all([...posts, ...replies]);
  expect(served.slice(0, 5)).toEqual(['post 1', 'reply 1', 'post 2', 'reply 2', 'post 3']);
  expect(served).toHaveLength(22);
  expect([pool.waitingCount, pool.totalCount, pool.idleCount]).toEqual([0, 1, 1]);
});

it('lets many requests use all connections except those reserved for work', async () => {
  pool = new FairPool({ connectionString: database.url, max: 7, connectionTimeoutMillis: 20_000 });
  const held = await Promise.all(
    Array.from({ length: 5 }, () => runInLane(REQUEST_LANE, () => pool.connect())),
  );
  const waiting = Array.from({ length: 50 }, () => runInLane(REQUEST_LANE, () => pool.query('select 1')));
  expect(pool.waitingCount).toBe(50);
  for (const kind of ['posts', 'replies', ''])
    expect((await runInLane(kind, () => pool.query('select 1'))).rowCount).toBe(1);
  expect(pool.waitingCount).toBe(50);
  // Any other kind of work may take all.
  const work = await Promise.all([pool.connect(), pool.connect()]);
  for (const client of [...held, ...work]) client.release();
  await Promise.all(waiting);
  expect([pool.waitingCount, reservedForWork(2), reservedForWork(1)]).toEqual([0, 1, 0]);
});

it('continues after a connection broke, and after a broken one was returned', async () => {
  const broken = open().query('select pg_terminate_backend(pg_backend_pid())');
  const next = pool.query<{ one: number }>('select 1 as one');
  await expect(broken).rejects.toThrow();
  expect((await next).rows).toEqual([{ one: 1 }]);
  const held = await pool.connect();
  const last = pool.query<{ two: number }>('select 2 as two');
  held.release(new Error('broken'));
  expect((await last).rows).toEqual([{ two: 2 }]);
});

it('rejects a caller that waited too long, and removes it from the queue', async () => {
  const held = await open(50).connect();
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
  expect(pool.waitingCount).toBe(0);
  held.release();
  expect((await pool.query('select 1')).rowCount).toBe(1);
});

it('rejects waiting callers when it is closed', async () => {
  const held = await open().connect();
  const waiting = expect(pool.query('select 1')).rejects.toThrow('after calling end');
  const closing = pool.end();
  await pause(0);
  held.release();
  await Promise.all([waiting, closing]);
  pool = open();
});

it.each([undefined, 0])('waits without a time limit when none is set, as `pg` does: %s', async (none) => {
  pool = new FairPool({
    connectionString: database.url,
    max: 1,
    ...(none !== undefined && { connectionTimeoutMillis: none }),
  });
  const held = await pool.connect();
  const waiting = pool.query<{ one: number }>('select 1 as one');
  // In this time, a short limit would have rejected the caller.
  await held.query('select pg_sleep(0.05)');
  held.release();
  expect((await waiting).rows).toEqual([{ one: 1 }]);
});

it('does not give a connection to a caller that has left, and serves the next caller in line', async () => {
  const held = await open(50).connect();
  const given: string[] = [];
  pool.connect((error, _, done) => {
    given.push(error ? 'refused' : 'given');
    done();
  });
  await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
  held.release();
  const next = await pool.connect();
  expect(given).toEqual(['refused']);
  next.release();
  expect([pool.waitingCount, pool.totalCount, pool.idleCount]).toEqual([0, 1, 1]);
});

it('counts a connection once if it is returned twice', async () => {
  const held = await open().connect();
  held.release();
  expect(() => {
    held.release();
  }).toThrow('already been released');
  await expectCallersQueue();
});

it('counts a connection once if it failed before a caller got it', async () => {
  let isFit = false;
  pool = new FairPool({
    connectionString: database.url,
    max: 1,
    connectionTimeoutMillis: 5_000,
    verify: (_, callback) => {
      callback(isFit ? undefined : new Error('unfit'));
    },
  });
  await expect(pool.connect()).rejects.toThrow('unfit');
  isFit = true;
  await expectCallersQueue();
});

/** There is one connection. While it is in use, callers wait in our own queue, where kinds of work take turns. */
async function expectCallersQueue(): Promise<void> {
  const held = await pool.connect();
  const waiting = [pool.query('select 1'), pool.query('select 1')];
  expect(pool.waitingCount).toBe(2);
  held.release();
  await Promise.all(waiting);
}

it('rejects all waiting callers when it is closed, even 20,000', async () => {
  const held = await open().connect();
  const waiting = Array.from({ length: 20_000 }, () => pool.connect());
  const outcomes = Promise.allSettled(waiting);
  const closing = pool.end();
  held.release();
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(20_000);
  await closing;
  pool = open();
});

it('tries again after the server could not be reached', async () => {
  const connectionString = 'postgres://nobody@127.0.0.1:1/none';
  pool = new FairPool({ connectionString, max: 1, connectionTimeoutMillis: 5_000 });
  const both = [pool.query('select 1'), pool.query('select 1')];
  await Promise.all(both.map((one) => expect(one).rejects.toThrow('ECONNREFUSED')));
  expect(pool.waitingCount).toBe(0);
});
