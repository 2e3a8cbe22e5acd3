import { parseArgs } from 'node:util';
import { copyLog, undoCopy } from '@posthorn/event-store/copy-log';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { translateCheckpoints } from '@posthorn/event-store/translate-checkpoints';
import { Pool } from 'pg';
import { readConfiguration } from '#infrastructure/config/read-configuration.ts';
import { startEmbeddedPostgres } from '#infrastructure/database/embedded/embedded-postgres.ts';
import { refuseWhileRunning } from '#infrastructure/operations/restore/running-processes.ts';

const USAGE =
  'Usage: npm run log:copy -- [--to esdb://user:password@host:2113] [--undo]; without --to the address is EVENTSTORE_URL';
/**
 * Key of the advisory lock. Without the lock, two simultaneous copies would each mistake the seal of the
 * other for its own.
 */
const COPY_LOCK = 8732;
/** Longer than the deadline of the product: no user waits for a copy, and a busy server responds late. */
const DEADLINE_MS = 15_000;

// Copies the log from PostgreSQL into EventStoreDB, with or without a running product. Undoes a copy only
// while no product runs.
try {
  await run();
} catch (error) {
  console.error(`log:copy: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { to, undo } = parseOptions();
  const { databaseUrl, dataDir } = readConfiguration(process.env);
  const server = databaseUrl === null ? await startEmbeddedPostgres({ dataDir, attach: true }) : null;
  try {
    // This command has its own pool, because `translateCheckpoints` keeps a transaction open while it reads
    // both logs.
    const pool = new Pool({
      connectionString: databaseUrl ?? server?.url,
      application_name: 'posthorn copy',
    });
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    const source = new PostgresEventStore(pool);
    const target = new EventStoreDbStore(to, { whileSealed: true, deadlineMs: DEADLINE_MS });
    try {
      await withCopyLock(pool, () => (undo ? undoCopyWhileStopped : copy)(source, target, pool));
    } finally {
      await Promise.all([source.close(), target.close()]);
      await pool.end();
    }
  } finally {
    await server?.stop();
  }
}

function parseOptions(): Readonly<{ to: string; undo: boolean }> {
  try {
    const { values } = parseArgs({
      options: { to: { type: 'string' }, undo: { type: 'boolean', default: false } },
    });
    // Every user of the machine can see the arguments of a process, but not its variables. So the variable is
    // safer for a password.
    const to = values.to ?? process.env['EVENTSTORE_URL'];
    if (to !== undefined && to !== '') return { to, undo: values.undo };
  } catch {
    // The usage error below reports this.
  }
  throw new Error(USAGE);
}

async function withCopyLock(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
      COPY_LOCK,
    ]);
    if (!rows[0]?.got) throw new Error('another log:copy is running on this database');
    await work();
  } finally {
    // The lock ends with the session.
    client.release(true);
  }
}

async function copy(source: PostgresEventStore, target: EventStoreDbStore, pool: Pool): Promise<void> {
  const { logId } = await source.describe();
  if ((await target.identity()) === null) {
    if ((await target.head()) !== null)
      throw new Error('the target already holds other events; choose an empty one');
    await target.identify(logId, { sealed: true });
  }
  await copyLog({ source, target, translate: translateIn(pool), report: console.log });
  const { address } = await target.describe();
  console.log(
    `Now stop Posthorn. Start it with EVENTSTORE_URL set to the URL that you gave to this command (${address}).`,
  );
  console.log('Until Posthorn has written to it, "npm run log:copy -- --to … --undo" undoes the copy.');
}

async function undoCopyWhileStopped(
  source: PostgresEventStore,
  target: EventStoreDbStore,
  pool: Pool,
): Promise<void> {
  const refuseReaders = () => refuseWhileRunning(pool);
  await undoCopy({ source, target, translate: translateIn(pool), refuseReaders, report: console.log });
  console.log('Start Posthorn without EVENTSTORE_URL.');
}

function translateIn(pool: Pool) {
  return async (translated: Parameters<typeof translateCheckpoints>[1]): Promise<void> => {
    console.log(`checkpoints translated: ${String(await translateCheckpoints(pool, translated))}`);
  };
}
