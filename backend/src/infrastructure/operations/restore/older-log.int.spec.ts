import { randomUUID } from 'node:crypto';
import type { EventMeta, EventStore } from '@posthorn/event-sourcing/event-store';
import { until } from '@posthorn/event-store/testing/contract/harness';
import { WireDouble } from '@posthorn/event-store/testing/wire-double/wire-double';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openLog } from '#infrastructure/event-log/open-log.ts';
import type { HealthReport } from '../health.ts';
import { boot } from '#infrastructure/testing/boot.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';

const SENTENCE = /^The event log is older than the database, .*: npm run restored -- log\.$/u;

let database: Database;
let server: WireDouble;
let store: EventStore;
let backup: number;

/** An EventStoreDB with 20 events. `backup` is its length after the first five. */
beforeEach(async () => {
  database = await openTestDatabase();
  server = await new WireDouble().start();
  ({ store } = await openLog({ eventStoreUrl: server.url }, database));
  await write(5);
  backup = server.log.length;
  await write(15);
});
afterEach(async () => {
  await store.close();
  server.close();
  await database.close();
});

async function write(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const meta = { at: new Date().toISOString() } as EventMeta;
    const event = { id: randomUUID(), type: 'Worked', data: {}, meta };
    await store.append(`work-${randomUUID()}`, [event], { expected: 'noStream' });
  }
}
const outcome = () =>
  write(1).then(
    () => 'stored',
    (error: unknown) => (error as Error).name,
  );
/** Stores the checkpoint of a read model, as a running installation does. */
const readToTheEnd = async () =>
  database.pool.query(
    `insert into runner.checkpoint (name, version, position, active) values ('quick', 1, $1, true)`,
    [await store.head()],
  );

it('an older log prevents the start of a product that has written later events', async () => {
  await store.close();
  server.log.goBackTo(backup);
  await expect(openLog({ eventStoreUrl: server.url }, database)).rejects.toThrow(SENTENCE);
}, 30_000);

it('an older log prevents the start of a product whose read models have read later events', async () => {
  await readToTheEnd();
  await store.close();
  await database.pool.query('delete from runner.log_seen');
  server.log.goBackTo(backup);
  await expect(openLog({ eventStoreUrl: server.url }, database)).rejects.toThrow(SENTENCE);
}, 30_000);

it('an older log accepts no events from a running product, which reports the command to use', async () => {
  await readToTheEnd();
  const product = await boot([], { store, sharing: database });
  const log = async () => {
    const response = await fetch(`${product.url}/health/ready`);
    return ((await response.json()) as HealthReport).parts.log;
  };
  expect(await log()).toEqual({ ready: true });
  server.stop();
  server.log.goBackTo(backup);
  await server.start();
  await until(async () => (await outcome()) === 'LogSealedError');
  product.clock.advance(1_000);
  expect(await log()).toEqual({ ready: false, detail: expect.stringMatching(SENTENCE) });
  // The events that were accepted at first must not hide the missing ones from the next start.
  await product.close();
  await store.close();
  await expect(openLog({ eventStoreUrl: server.url }, database)).rejects.toThrow(SENTENCE);
}, 60_000);

it('does not treat a log as older while a node of its cluster is behind the others for a moment', async () => {
  await readToTheEnd();
  const fullLength = server.log.length;
  const kept = server.log.backwards('end', fullLength).toReversed();
  server.log.goBackTo(backup);
  await until(async () => (await outcome()) === 'RetryableError');
  server.log.goBackTo(0);
  for (const { stream, ...event } of kept) server.log.append(stream, -2n, [event]);
  await until(async () => (await outcome()) === 'stored');
  expect(await store.closure()).toBeNull();
}, 30_000);
