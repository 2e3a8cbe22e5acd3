import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { copyLog, undoCopy } from '../copy-log.ts';
import { EventStoreDbStore } from '../event-store-db.ts';
import { PostgresEventStore } from '../postgres-event-store.ts';
import { translateCheckpoints } from '../translate-checkpoints.ts';

// npm run log:copy -- --to esdb://… [--undo]: from the Postgres log into EventStoreDB, or back out of a finished copy.
try {
  await run();
} catch (error) {
  console.error(`log:copy: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, undo: { type: 'boolean', default: false } },
  });
  if (values.to === undefined) throw new Error('say where to, as in --to esdb://user:password@host:2113');
  const pool = new Pool({ connectionString: databaseUrl() });
  pool.on('error', () => undefined);
  const source = new PostgresEventStore(pool);
  const target = new EventStoreDbStore(values.to);
  try {
    const { logId } = await source.describe();
    if ((await target.identity()) === null && !values.undo) {
      if ((await target.head()) !== null) throw new Error('the target holds events of something else');
      await target.identify(logId);
    }
    const options = {
      source,
      target,
      report: console.log,
      translate: async (translated: Parameters<typeof translateCheckpoints>[1]) => {
        console.log(`checkpoints translated: ${String(await translateCheckpoints(pool, translated))}`);
      },
    };
    if (values.undo) {
      await undoCopy(options);
      console.log('Start the product without EVENTSTORE_URL.');
      return;
    }
    await copyLog(options);
    const { address } = await target.describe();
    console.log(`Now start the product with EVENTSTORE_URL set to ${address}, the address you gave here.`);
    console.log('Until it has written there, "npm run log:copy -- --to … --undo" leads back.');
  } finally {
    await Promise.all([source.close(), target.close()]);
    await pool.end();
  }
}

/** `DATABASE_URL`, or the embedded server of a product that is running. */
function databaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (url) return url;
  const file = join(resolve(process.env['DATA_DIR'] ?? '.data'), 'postgres', 'connection.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`set DATABASE_URL, or start the product first: ${file} is not there`);
  }
  const connection = JSON.parse(text) as { url?: unknown };
  if (typeof connection.url !== 'string') throw new Error(`${file} names no url`);
  return connection.url;
}
