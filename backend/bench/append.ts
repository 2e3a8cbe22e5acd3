import { randomUUID } from 'node:crypto';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { benchAppendAndRead } from '@posthorn/event-store/bench/append-and-read';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { makeSchema } from '@posthorn/event-store/postgres-schema';
import { noted } from '@posthorn/event-store/testing/noted';
import { startPostgres } from '@posthorn/event-store/testing/postgres';
import { Pool } from 'pg';
import { atRate } from './at-rate.ts';
import { withDataDir } from './bench-context.ts';
import type { Report } from './report.ts';
import { CLIENT, withEventStore } from './event-store-server.ts';

const RATE = 100;
const SECONDS = 6;
/** Seconds for each figure at full load. */
const FLAT_OUT_SECONDS = 2;
const TEXT = 'x'.repeat(200);

/** Measures appends at the rate of the design on both logs, then the throughput at full load. */
export async function benchAppend(report: Report): Promise<void> {
  const server = await startPostgres({ durable: true });
  try {
    const database = await server.database();
    const pool = new Pool({ ...database, max: 32 });
    try {
      await measureAtDesignRate(pool, report);
    } finally {
      await pool.end();
    }
    report.say('  Flat out, as many as there are callers:');
    const print = (line: string) => {
      report.say(`    ${line}`);
    };
    await benchAppendAndRead({ ...database, seconds: FLAT_OUT_SECONDS, print });
  } finally {
    await server.stop();
  }
}

async function measureAtDesignRate(pool: Pool, report: Report): Promise<void> {
  await makeSchema(pool);
  await pool.query(
    'create table bare (position bigint generated always as identity primary key, id uuid, data jsonb)',
  );
  const insert = (turn: number) =>
    pool.query('insert into bare (id, data) values ($1, $2)', [
      randomUUID(),
      JSON.stringify(noted('bare', 1, null, () => ({ text: TEXT, turn }))[0]),
    ]);
  // Opens the connections before the measurement.
  await Promise.all(Array.from({ length: 32 }, (_, turn) => insert(turn)));
  const bareInserts = await atRate(RATE, SECONDS, insert);
  const measureStore = async (log: string, store: EventStore) => {
    await Promise.all(Array.from({ length: 32 }, () => append(store)));
    const waits = await atRate(RATE, SECONDS, () => append(store));
    for (const percentile of ['p50', 'p99'] as const) {
      report.add({
        name: `append at ${String(RATE)} events/s, ${log}, ${percentile}`,
        value: waits[percentile],
        unit: 'ms',
        baseline: { name: 'bare INSERT', value: bareInserts[percentile] },
        target: percentile === 'p99' ? { atMost: 50 } : null,
      });
    }
  };
  const postgres = new PostgresEventStore(pool);
  await measureStore('Postgres log', postgres);
  await postgres.close();
  await withDataDir((dataDir) =>
    withEventStore(dataDir, async ({ url }) => {
      const eventStoreDb = new EventStoreDbStore(url);
      await measureStore(CLIENT, eventStoreDb);
      await eventStoreDb.close();
    }),
  );
}

async function append(store: EventStore): Promise<void> {
  const stream = `bench-${randomUUID()}`;
  await store.append(
    stream,
    noted(stream, 1, null, () => ({ text: TEXT })),
    { expected: 'noStream' },
  );
}
