import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { CountingServer } from './counting-server.ts';

let dataDir: string;
let server: CountingServer;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthorn-counted-'));
  await chmod(dataDir, 0o755);
  server = await CountingServer.open(dataDir);
});

afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('counts prepared and other statements of one database, and the transaction ids of commits with writes, rollbacks and savepoints', async () => {
  const [counted, other] = [await server.database(), await server.database()];
  const [client, stranger] = [counted, other].map(({ url }) => new Client({ connectionString: url }));
  await Promise.all([client?.connect(), stranger?.connect()]);
  await client?.query('create table kept (id int)');
  const before = await counted.counts();
  for (const id of [1, 2, 3])
    await client?.query({ name: 'keep', text: 'insert into kept values ($1)', values: [id] });
  await client?.query('begin');
  await client?.query('delete from kept where id = $1', [1]);
  await client?.query('delete from kept where id = $1', [2]);
  await client?.query('commit');
  await client?.query('select * from kept');
  await client?.query('begin');
  await client?.query('delete from kept');
  await client?.query('savepoint second');
  await client?.query('insert into kept values (4)');
  await client?.query('rollback');
  await stranger?.query('select 1');
  const after = await counted.counts();
  await Promise.all([client?.end(), stranger?.end()]);
  // All queries of `client` after `before`, including `begin`, `savepoint`, `commit` and `rollback`.
  expect(after.statements - before.statements).toBe(13);
  // Three single inserts, the first transaction, the second transaction, and its savepoint.
  expect(after.transactionIds - before.transactionIds).toBe(6);
});
