import { randomUUID } from 'node:crypto';
import { LogSealedError, type EventMeta } from '@posthorn/event-sourcing/event-store';
import { copyLog } from '@posthorn/event-store/copy-log';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { until } from '@posthorn/event-store/testing/contract/harness';
import { translateCheckpoints } from '@posthorn/event-store/translate-checkpoints';
import { WireDouble } from '@posthorn/event-store/testing/wire-double/wire-double';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { Restoration } from '#infrastructure/operations/restore/restoration.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
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

/** Opens the log, closes it, and returns the line that a start logs. */
async function startLineOf(eventStoreUrl: string | null = null, at: Database = database): Promise<string> {
  const { store, startLine } = await openLog({ eventStoreUrl }, at);
  await store.close();
  return startLine;
}
const order = () => ({
  id: randomUUID(),
  type: 'OrderPlaced',
  data: {},
  meta: { at: new Date().toISOString() } as EventMeta,
});

it('creates the log in the database once, and finds it again', async () => {
  const line = await startLineOf();
  expect(line).toMatch(/^event log: postgres, id [-0-9a-f]{36}, head none$/u);
  expect(await startLineOf()).toBe(line);
});

it.each([
  ['that belong together', 'starts', 0],
  ['of different ages', 'is refused', 1],
])(
  'after a command has appended to a log and a database %s, long after the last start, the product %s',
  async (_, outcome, appendedElsewhere) => {
    const { store } = await openLog({ eventStoreUrl: null }, database);
    await store.append('order-1', [order()], { expected: 'noStream' });
    await store.close();
    await database.pool.query(`update runner.log_seen set seen_at = seen_at - interval '1 hour'`);
    const log = new PostgresEventStore(database.pool);
    if (appendedElsewhere > 0) await log.append('order-2', [order()], { expected: 'noStream' });
    await log.close();
    const command = await openLog({ eventStoreUrl: null }, database, { restored: true });
    await command.store.append('order-3', [order()], { expected: 'noStream' });
    await command.store.close();
    const isStarted = startLineOf().then(
      () => 'starts',
      (error: unknown) => (/^The database is older/u.test((error as Error).message) ? 'is refused' : error),
    );
    expect(await isStarted).toBe(outcome);
  },
);

it('gives an empty server an identity and keeps it', async () => {
  const line = await startLineOf(server.url);
  expect(line).toMatch(
    /^event log: eventstoredb esdb:\/\/127.0.0.1:\d+ \(no tls\), id [-0-9a-f]{36}, head none$/u,
  );
  expect(await startLineOf(server.url)).toBe(line);
});

it('refuses a log that was copied to another one', async () => {
  await startLineOf();
  const log = new PostgresEventStore(database.pool);
  await log.seal();
  await log.close();
  await expect(startLineOf()).rejects.toThrow(
    /^The event log in the database is sealed because it was copied to another one: set EVENTSTORE_URL to that one and start/u,
  );
});

it('refuses a copied log when the database has not recorded the copy', async () => {
  await startLineOf();
  const before = new PostgresEventStore(database.pool);
  await before.append('order-1', [order()], { expected: 'noStream' });
  const after = new EventStoreDbStore(server.url, { deadlineMs: 500, whileSealed: true });
  await after.identify((await before.describe()).logId, { sealed: true });
  await copyLog({
    source: before,
    target: after,
    translate: async (positions) => {
      await translateCheckpoints(database.pool, positions);
    },
  });
  const wrong = await openTestDatabase();
  await expect(startLineOf(server.url, wrong)).rejects.toThrow(/^The database is older than the event log/u);
  await wrong.close();
  await startLineOf(server.url);
  await Promise.all([before.close(), after.close()]);
});

it('continues with a database that was backed up before its log was copied', async () => {
  await startLineOf();
  const before = new PostgresEventStore(database.pool);
  for (const stream of ['order-1', 'order-2', 'order-3'])
    await before.append(stream, [order()], { expected: 'noStream' });
  const read = [];
  for await (const { position } of before.readAll({})) read.push(position);
  await database.pool.query(
    `insert into runner.checkpoint (name, version, position, active) values ('quick', 1, $1, true)`,
    [read[1]],
  );
  const after = new EventStoreDbStore(server.url, { deadlineMs: 500, whileSealed: true });
  await after.identify((await before.describe()).logId, { sealed: true });
  // The database as of the backup: no position in it was translated.
  await copyLog({ source: before, target: after });
  await before.unseal();
  await expect(startLineOf(server.url)).rejects.toThrow(
    /^The database is older than the event log, .*: npm run restored -- database\.$/u,
  );
  const { store } = await openLog({ eventStoreUrl: server.url }, database, { restored: true });
  const restoration = new Restoration(database.pool, store);
  expect(await restoration.adoptPositions()).toBeGreaterThan(0);
  expect(await restoration.adoptPositions()).toBe(0);
  await restoration.beginEpoch();
  await store.close();
  await startLineOf(server.url);
  const copied = [];
  for await (const { position } of after.readAll({})) copied.push(position);
  const { rows } = await database.pool.query<{ position: string }>(
    `select position from runner.checkpoint where name = 'quick'`,
  );
  expect(rows).toEqual([{ position: copied[1] }]);
  await Promise.all([before.close(), after.close()]);
});

it('refuses a copy that is unfinished or was undone', async () => {
  await startLineOf(server.url);
  const log = new EventStoreDbStore(server.url, { deadlineMs: 500 });
  await log.seal();
  await expect(startLineOf(server.url)).rejects.toThrow(
    /^The event log at esdb:\/\/127.0.0.1:\d+ .* is sealed because .*: start Posthorn without EVENTSTORE_URL, or finish the copy/u,
  );
  await log.unseal();
  await log.close();
  await startLineOf(server.url);
});

it('refuses a server with events of another product, and writes nothing there', async () => {
  const foreign = new EventStoreDbStore(server.url);
  await foreign.append('order-1', [order()], { expected: 'noStream' });
  await foreign.close();
  const { length } = server.log;
  await expect(startLineOf(server.url)).rejects.toThrow(
    /^EVENTSTORE_URL: the log at 127.0.0.1:\d+ holds events of something else: name an empty one, or Posthorn's own\.$/u,
  );
  expect(server.log.length).toBe(length);
});

it('receives fewer than 100 of 50,000 system events after the last event of the product', async () => {
  await startLineOf(server.url);
  const { store } = await openLog({ eventStoreUrl: server.url }, database);
  const { position } = await store.append('order-1', [order()], { expected: 'noStream' });
  await store.close();
  server.log.writeSystemEvents(50_000);
  const { events } = server.traffic;
  expect(await startLineOf(server.url)).toContain(`head ${position}`);
  expect(server.traffic.events - events).toBeLessThan(100);
});

it('refuses an empty server when the read models come from another log', async () => {
  await startLineOf(server.url);
  const other = await new WireDouble().start();
  await expect(startLineOf(other.url)).rejects.toThrow('but this is an empty log');
  other.close();
});

describe('the log of another installation', () => {
  let other: Database;
  beforeEach(async () => {
    other = await openTestDatabase();
  });
  afterEach(() => other.close());

  it('is refused in one sentence, and stays unchanged', async () => {
    const line = await startLineOf(server.url);
    const { length } = server.log;
    const sentence =
      /^The event log at esdb:\/\/127.0.0.1:\d+ .* is read by the database of another installation: set EVENTSTORE_URL to a log of this one’s own, or, .*: npm run restored -- database\.$/u;
    await expect(startLineOf(server.url, other)).rejects.toThrow(sentence);
    await expect(startLineOf(server.url, other)).rejects.toThrow(sentence);
    expect(server.log.length).toBe(length);
    // Both installations still start.
    expect(await startLineOf(server.url)).toBe(line);
    await startLineOf(null, other);
  });

  it('belongs to the first database that opens it if it has no owner yet', async () => {
    const log = new EventStoreDbStore(server.url);
    await log.identify();
    await log.close();
    expect(await startLineOf(server.url)).toContain('head none');
    await expect(startLineOf(server.url, other)).rejects.toThrow('of another installation');
  });

  it('belongs to one of two databases that open it at the same time', async () => {
    const opening = await Promise.allSettled([startLineOf(server.url), startLineOf(server.url, other)]);
    expect(opening.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('still belongs to a database that was restored from a backup', async () => {
    await startLineOf(server.url);
    const { rows } = await database.pool.query<{ id: string }>('select id from runner.installation');
    await other.pool.query('insert into runner.installation (id) values ($1)', [rows[0]?.id]);
    await startLineOf(server.url, other);
  });

  it('can be taken over by a command, and then refuses its former database', async () => {
    const { store: first } = await openLog({ eventStoreUrl: server.url }, database);
    await first.append('order-1', [order()], { expected: 'noStream' });
    const { store } = await openLog({ eventStoreUrl: server.url }, other, { restored: true });
    expect(await first.closure()).toBeNull();
    await new Restoration(other.pool, store).beginEpoch();
    await store.close();
    await startLineOf(server.url, other);
    expect(await first.closure()).toBe('taken over');
    await until(async () => {
      const [error] = await Promise.allSettled([
        first.append(`order-${randomUUID()}`, [order()], { expected: 'noStream' }),
      ]);
      return error.status === 'rejected' && error.reason instanceof LogSealedError;
    });
    await first.close();
    await expect(startLineOf(server.url)).rejects.toThrow('of another installation');
  });
});

it.each([
  ['everybody', /^EVENTSTORE_URL: the event store at 127.0.0.1:\d+ refuses this user and password\.$/u],
  [
    'readers of all',
    /^EVENTSTORE_URL: the event store at 127.0.0.1:\d+ does not let this user read the whole log \(\$all\)/u,
  ],
] as const)('reports in one sentence that the server refuses %s', async (refused, sentence) => {
  server.refuses = refused;
  await expect(startLineOf(server.url)).rejects.toThrow(sentence);
});

it('reports that a server cannot be reached', async () => {
  server.stop();
  await expect(startLineOf(server.url)).rejects.toThrow(
    /^EVENTSTORE_URL: cannot reach the event store at 127.0.0.1:\d+ \(.+\)\.$/u,
  );
}, 40_000);

it('waits for a server that does not respond to the first request of the start', async () => {
  const line = await startLineOf(server.url);
  const { read } = server.calls;
  server.frozen = true;
  const opening = startLineOf(server.url);
  // The product sends the second request when the first one got no response in time.
  await until(() => server.calls.read > read + 1);
  server.frozen = false;
  expect(await opening).toBe(line);
}, 40_000);

it('repeats the request of the start after the server has dropped the connection', async () => {
  const line = await startLineOf(server.url);
  const { read } = server.calls;
  server.frozen = true;
  const opening = startLineOf(server.url);
  await until(() => server.calls.read > read);
  server.stop();
  server.frozen = false;
  await server.start();
  expect(await opening).toBe(line);
}, 40_000);
