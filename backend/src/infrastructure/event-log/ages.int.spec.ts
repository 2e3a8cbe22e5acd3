import { randomUUID } from 'node:crypto';
import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { checkAges } from './ages.ts';
import { PositionTrackingEventStore } from './position-tracking-event-store.ts';

let database: Database;
let log: InMemoryEventStore;
beforeEach(async () => {
  database = await openTestDatabase();
  log = new InMemoryEventStore();
});
afterEach(() => database.close());

const check = () => checkAges(log, database.pool);
/** Appends like a process of the product, which stores its position in the database before it ends. */
async function work(count: number, at = Date.now(), storesPosition = true): Promise<void> {
  const store = storesPosition ? new PositionTrackingEventStore(log, database.pool) : log;
  for (let index = 0; index < count; index++) {
    const meta = { at: new Date(at).toISOString() } as EventMeta;
    const event = { id: randomUUID(), type: 'Worked', data: {}, meta };
    await store.append(`work-${randomUUID()}`, [event], { expected: 'noStream' });
  }
  if (storesPosition) await store.close();
}
/** Returns a copy of the log without its newest events. `without`: their number. */
async function olderLog(without: number): Promise<InMemoryEventStore> {
  const older = new InMemoryEventStore();
  const events = [];
  for await (const event of log.readAll({})) events.push(event);
  for (const { stream, id, type, data, meta } of events.slice(0, events.length - without))
    await older.append(stream, [{ id, type, data, meta }], { expected: 'noStream' });
  return older;
}
/** Stores the checkpoint of a read model, as a running installation does. */
const readUpTo = (position: string | null) =>
  database.pool.query(
    `insert into runner.checkpoint (name, version, position, active) values ('quick', 1, $1, true)`,
    [position],
  );
const backdate = (milliseconds: number) =>
  database.pool.query(`update runner.log_seen set seen_at = seen_at - $1 * interval '1 millisecond'`, [
    milliseconds,
  ]);

it('starts a new product, and starts it again', async () => {
  await check();
  await work(3);
  await check();
});
it('starts the first time on a log and a database without a stored position', async () => {
  await work(3, Date.now(), false);
  await readUpTo(await log.head());
  await check();
  await check();
});
it('starts after a kill before the position was stored, and with read models that are behind', async () => {
  await check();
  await work(3);
  await backdate(60_000);
  await work(2, Date.now(), false);
  await database.pool.query(
    `insert into runner.checkpoint (name, version, position, active) values ('slow', 1, null, true)`,
  );
  await check();
});
it('does not overwrite the position of another log that a copy has stored in the meantime', async () => {
  await check();
  const copied = `${'0'.repeat(20)}/${'0'.repeat(20)}`;
  await database.pool.query('update runner.log_seen set position = $1', [copied]);
  await work(1);
  expect((await database.pool.query('select position from runner.log_seen')).rows).toEqual([
    { position: copied },
  ]);
});
it('refuses a log that lacks events which the database has seen, and shows the command to use', async () => {
  await check();
  await work(20);
  log = await olderLog(15);
  await expect(check()).rejects.toThrow(
    /^The event log is older than the database.*npm run restored -- log\.$/u,
  );
}, 20_000);
it('refuses a log that lacks events which only a read model has seen', async () => {
  await work(5, Date.now(), false);
  await readUpTo(await log.head());
  log = await olderLog(1);
  await expect(check()).rejects.toThrow('npm run restored -- log');
}, 20_000);
it('refuses a database that lacks the last hour of the log, and shows the command to use', async () => {
  await check();
  await work(3, Date.now() - HOUR_MS);
  await backdate(HOUR_MS);
  // Later positions were stored in the database that is lost.
  await work(1, Date.now(), false);
  await expect(check()).rejects.toThrow(
    /^The database is older than the event log.*npm run restored -- database\.$/u,
  );
});
it('refuses a new database with a log that has events, at each start', async () => {
  await work(1, Date.now(), false);
  await expect(check()).rejects.toThrow('npm run restored -- database');
  await expect(check()).rejects.toThrow('npm run restored -- database');
});
it('refuses an older copy of the log or the database after the next epoch has begun', async () => {
  await check();
  await log.beginEpoch(2);
  await expect(check()).rejects.toThrow('npm run restored -- database');
  await database.pool.query('update runner.log_seen set epoch = 3');
  await expect(check()).rejects.toThrow('npm run restored -- log');
}, 20_000);
