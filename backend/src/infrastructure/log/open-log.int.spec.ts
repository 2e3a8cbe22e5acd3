import { randomUUID } from 'node:crypto';
import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { WireDouble } from '@posthorn/event-store/testing/wire-double/wire-double';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '../database/database.ts';
import { openTestDatabase } from '../testing/database.ts';
import { openLog } from './open-log.ts';

let database: Database;
let server: WireDouble;
beforeEach(async () => {
  database = await openTestDatabase();
  server = await new WireDouble().start();
});
afterEach(async () => {
  server.close();
  await database.close();
});

/** The line of a start, whose log is closed again. */
async function opened(eventStoreUrl: string | null = null, at: Database = database): Promise<string> {
  const { store, told } = await openLog({ eventStoreUrl }, at);
  await store.close();
  return told;
}
const order = () => ({
  id: randomUUID(),
  type: 'OrderPlaced',
  data: {},
  meta: { at: new Date().toISOString() } as EventMeta,
});

it('makes the log in the database once, and finds it again', async () => {
  const told = await opened();
  expect(told).toMatch(/^event log: postgres, one machine, id [-0-9a-f]{36}, head none$/u);
  expect(await opened()).toBe(told);
});

it('gives an empty server an identity and keeps it', async () => {
  const told = await opened(server.url);
  expect(told).toMatch(
    /^event log: eventstoredb esdb:\/\/127.0.0.1:\d+ \(no tls\), id [-0-9a-f]{36}, head none$/u,
  );
  expect(await opened(server.url)).toBe(told);
});

it('refuses a log that was copied to another one', async () => {
  await opened();
  const log = new PostgresEventStore(database.pool);
  await log.seal();
  await log.close();
  await expect(opened()).rejects.toThrow(
    /^The event log in the database is sealed because it was copied to another one: set EVENTSTORE_URL to that one and start/u,
  );
});

it('refuses a copy that broke off or was taken back', async () => {
  await opened(server.url);
  const log = new EventStoreDbStore(server.url, { deadlineMs: 500 });
  await log.seal();
  await expect(opened(server.url)).rejects.toThrow(
    /^The event log at esdb:\/\/127.0.0.1:\d+ .* is sealed because .*: start Posthorn without EVENTSTORE_URL, or finish the copy/u,
  );
  await log.unseal();
  await log.close();
  await opened(server.url);
});

it('refuses a server that holds events of something else, and writes nothing there', async () => {
  const foreign = new EventStoreDbStore(server.url);
  await foreign.append('order-1', [order()], { expected: 'noStream' });
  await foreign.close();
  const { length } = server.log;
  await expect(opened(server.url)).rejects.toThrow(
    /^EVENTSTORE_URL: the log at 127.0.0.1:\d+ holds events of something else: name an empty one, or Posthorn's own\.$/u,
  );
  expect(server.log.length).toBe(length);
});

it('is sent nothing of what the server wrote behind the last event of the product', async () => {
  await opened(server.url);
  const { store } = await openLog({ eventStoreUrl: server.url }, database);
  const { position } = await store.append('order-1', [order()], { expected: 'noStream' });
  await store.close();
  server.log.writeSystemEvents(50_000);
  const { events } = server.traffic;
  expect(await opened(server.url)).toContain(`head ${position}`);
  expect(server.traffic.events - events).toBeLessThan(100);
});

it('refuses an empty server under read models of another log', async () => {
  await opened(server.url);
  const other = await new WireDouble().start();
  await expect(opened(other.url)).rejects.toThrow('but this is an empty log');
  other.close();
});

it.each([
  ['everybody', /^EVENTSTORE_URL: the event store at 127.0.0.1:\d+ refuses this user and password\.$/u],
  [
    'readers of all',
    /^EVENTSTORE_URL: the event store at 127.0.0.1:\d+ does not let this user read the whole log \(\$all\)/u,
  ],
] as const)('says in one sentence that the server refuses %s', async (refused, sentence) => {
  server.refuses = refused;
  await expect(opened(server.url)).rejects.toThrow(sentence);
});

it('says that a server cannot be reached', async () => {
  server.stop();
  await expect(opened(server.url)).rejects.toThrow(
    /^EVENTSTORE_URL: cannot reach the event store at 127.0.0.1:\d+ \(.+\)\.$/u,
  );
}, 40_000);
