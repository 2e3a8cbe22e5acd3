import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { EventStoreDbStore } from './event-store-db.ts';
import { describeLog, openEventStore } from './open-event-store.ts';
import { PostgresEventStore } from './postgres-event-store.ts';
import { noted } from './testing/noted.ts';
import { startPostgres, type TestPostgres } from './testing/postgres.ts';
import { WireDouble } from './testing/wire-double/wire-double.ts';

jest.setTimeout(60_000);

let server: TestPostgres;
let pool: Pool;
let double: WireDouble;
beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool(await server.database());
  pool.on('error', () => undefined);
  double = await new WireDouble().start();
});
afterAll(async () => {
  double.close();
  await pool.end();
  await server.stop();
});

it('makes the log in the database once, and finds it again', async () => {
  const first = await openEventStore({ pool });
  await first.append('post-1', noted('post-1'), { expected: 'noStream' });
  const again = await openEventStore({ pool });
  const { logId } = await first.describe();
  expect(await describeLog(again)).toBe(
    `event log: postgres, one machine, id ${logId}, head 00000000000000000001`,
  );
  await Promise.all([first.close(), again.close()]);
});

it('stops at a sealed log, and in production at a database that may lose events', async () => {
  const store = new PostgresEventStore(pool);
  await store.seal();
  await expect(openEventStore({ pool })).rejects.toThrow('set EVENTSTORE_URL');
  await store.unseal();
  await expect(openEventStore({ pool, production: true })).rejects.toThrow('fsync=off');
  await store.close();
});

it('gives a new server an identity and keeps it', async () => {
  const first = await openEventStore({ eventStoreUrl: double.url, pool });
  const again = await openEventStore({ eventStoreUrl: double.url, pool });
  expect(await again.describe()).toEqual(await first.describe());
  const { logId, address } = await first.describe();
  expect(await describeLog(first)).toBe(`event log: eventstoredb ${address}, id ${logId}, head none`);
  await Promise.all([first.close(), again.close()]);
});

it('stops at a server that holds events of something else', async () => {
  const foreign = await new WireDouble().start();
  const other = new EventStoreDbStore(foreign.url);
  await other.append('cart-1', noted('cart-1'), { expected: 'noStream' });
  await other.close();
  await expect(openEventStore({ eventStoreUrl: foreign.url, pool })).rejects.toThrow('something else');
  foreign.close();
});
