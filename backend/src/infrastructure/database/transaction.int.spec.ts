import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { SafeHttp } from '../outgoing/safe-http.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { isDatabaseDown } from './database-down.ts';
import { FairPool } from './fair-pool.ts';
import { inTransaction, outsideTransaction, TransactionIsOpen } from './transaction.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.pool.query('create table noted (word text)');
});
beforeEach(() => database.pool.query('truncate noted'));
afterAll(() => database.close());

const words = async () =>
  (await database.pool.query<{ word: string }>('select word from noted')).rows.map(({ word }) => word);

it('commits all writes, and returns the result of the work', async () => {
  const result = await inTransaction(database.pool, async (tx) => {
    await tx.query("insert into noted values ('one')");
    expect(await words().catch(() => 'refused')).toBe('refused');
    return 7;
  });
  expect(result).toBe(7);
  expect(await words()).toEqual(['one']);
});
it('rolls back all writes of failed work', async () => {
  const failed = inTransaction(database.pool, async (tx) => {
    await tx.query("insert into noted values ('one')");
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await words()).toEqual([]);
});
it('does not return a broken connection to the pool', async () => {
  const cut = inTransaction(database.pool, async (tx) => {
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  });
  await expect(cut).rejects.toThrow();
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
  expect(await words()).toEqual([]);
});
it.each([
  ['takes no writes during a failover', `set transaction read only; insert into noted values ('one')`],
  ['has become silent', 'select pg_sleep(60)'],
])('keeps no connection to a server that %s, and counts the server as down', async (_, statement) => {
  const pool = new FairPool({ connectionString: database.url, max: 1, query_timeout: 500 });
  const rolledBack: string[] = [];
  const failed = inTransaction(pool, async (tx) => {
    const send = tx.query.bind(tx) as (text: string) => Promise<unknown>;
    tx.query = ((text: string) => {
      rolledBack.push(text);
      return send(text);
    }) as unknown as typeof tx.query;
    await send(statement);
  });
  const error: unknown = await failed.catch((reason: unknown) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  expect(pool.totalCount).toBe(0);
  expect(rolledBack).toEqual([]);
  await pool.end();
});
it('refuses a call to another server inside a transaction', async () => {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const http = new SafeHttp({ privateHosts: [{ host: '127.0.0.1', port }] });
  const ask = (path: string) =>
    http
      .send({ method: 'GET', url: `http://127.0.0.1:${String(port)}/${path}` })
      .then(({ status }) => status);
  try {
    await expect(inTransaction(database.pool, () => ask('inside'))).rejects.toThrow(TransactionIsOpen);
    expect(await ask('outside')).toBe(200);
    expect(requested).toEqual(['/outside']);
  } finally {
    await http.onApplicationShutdown();
    server.close();
  }
});
it('refuses a second connection inside a transaction', async () => {
  const { pool } = database;
  await expect(inTransaction(pool, () => pool.query('select 1'))).rejects.toThrow(TransactionIsOpen);
  await expect(inTransaction(pool, () => inTransaction(pool, () => Promise.resolve()))).rejects.toThrow(
    TransactionIsOpen,
  );
});
it("allows calls of work that continues after the transaction's end", async () => {
  let go: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    go = resolve;
  });
  let later: Promise<void> = Promise.resolve();
  await inTransaction(database.pool, () => {
    later = ended.then(() => {
      outsideTransaction('a call');
    });
    return Promise.resolve();
  });
  go();
  await later;
});
