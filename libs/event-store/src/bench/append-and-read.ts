import { randomUUID } from 'node:crypto';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { Pool } from 'pg';
import { EventStoreDbStore } from '../event-store-db.ts';
import { PostgresEventStore } from '../postgres-event-store.ts';
import { makeSchema } from '../postgres-schema.ts';
import { noted } from '../testing/noted.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startTestServer } from '../testing/test-server.ts';
import { line, measure, type Figures } from './measure.ts';

const CALLERS = [1, 32] as const;
const PAGE = 1000;
const TEXT = 'x'.repeat(200);

type Baseline = Readonly<{ insert: ReadonlyMap<number, Figures>; select: Figures }>;
export type BenchOptions = Readonly<{
  /** The database to measure. By default, a new server with fsync on. */
  connectionString?: string;
  /** Seconds for each figure. */
  seconds?: number;
  print?: (text: string) => void;
}>;

/** Prints how fast both logs append and read. Compares each with plain INSERT and SELECT, measured in the same run. */
export async function benchAppendAndRead(options: BenchOptions = {}): Promise<void> {
  const { seconds = 3, print = console.log } = options;
  const server = options.connectionString === undefined ? await startPostgres({ durable: true }) : undefined;
  const database = server ? await server.database() : { connectionString: options.connectionString };
  const pool = new Pool({ ...database, max: Math.max(...CALLERS) });
  pool.on('error', () => undefined);
  const eventStore = await startTestServer();
  try {
    await makeSchema(pool);
    const baseline = await measureBaseline(pool, seconds, print);
    const postgres = new PostgresEventStore(pool);
    await benchStore('postgres log', postgres, baseline, seconds, print);
    await postgres.close();
    const eventStoreDb = new EventStoreDbStore(eventStore.url);
    await benchStore(
      `eventstoredb client, ${eventStore.double ? 'test double of the server' : 'server'}`,
      eventStoreDb,
      baseline,
      seconds,
      print,
    );
    await eventStoreDb.close();
  } finally {
    await pool.query('drop schema if exists bench_bare cascade').catch(() => undefined);
    await pool.end();
    await eventStore.close();
    await server?.stop();
  }
}

async function measureBaseline(
  pool: Pool,
  seconds: number,
  print: (text: string) => void,
): Promise<Baseline> {
  await pool.query(`drop schema if exists bench_bare cascade; create schema bench_bare;
    create table bench_bare.row (position bigint generated always as identity primary key, id uuid, data jsonb)`);
  const insert = new Map<number, Figures>();
  for (const callers of CALLERS) {
    const figures = await measure(callers, seconds, async () => {
      const data = JSON.stringify(noted('bench', 1, null, () => ({ text: TEXT }))[0]);
      await pool.query('insert into bench_bare.row (id, data) values ($1, $2)', [randomUUID(), data]);
      return 1;
    });
    insert.set(callers, figures);
    print(line(`baseline: bare insert, ${callersText(callers)}`, figures));
  }
  let after = '0';
  const select = await measure(1, seconds, async () => {
    const { rows } = await pool.query<{ position: string }>(
      'select position, id, data from bench_bare.row where position > $1 order by position limit $2',
      [after, PAGE],
    );
    after = rows.length < PAGE ? '0' : (rows.at(-1)?.position ?? '0');
    return rows.length;
  });
  print(line('baseline: bare select, pages of 1,000', select));
  return { insert, select };
}

async function benchStore(
  name: string,
  store: EventStore,
  baseline: Baseline,
  seconds: number,
  print: (text: string) => void,
): Promise<void> {
  for (const callers of CALLERS) {
    const figures = await measure(callers, seconds, async () => {
      const stream = `bench-${randomUUID()}`;
      await store.append(
        stream,
        noted(stream, 1, null, () => ({ text: TEXT })),
        { expected: 'noStream' },
      );
      return 1;
    });
    print(line(`${name}: append, ${callersText(callers)}`, figures, baseline.insert.get(callers)));
  }
  let unread = store.readAll({})[Symbol.asyncIterator]();
  const read = await measure(1, seconds, async () => {
    let count = 0;
    while (count < PAGE) {
      if ((await unread.next()).done) unread = store.readAll({})[Symbol.asyncIterator]();
      else count += 1;
    }
    return count;
  });
  await unread.return?.();
  print(line(`${name}: read all, per 1,000`, read, baseline.select));
}

const callersText = (callers: number): string => (callers === 1 ? '1 caller' : `${String(callers)} callers`);
