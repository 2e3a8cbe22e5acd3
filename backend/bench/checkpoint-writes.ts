import { randomUUID } from 'node:crypto';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import { Readers } from '#infrastructure/readers/readers.ts';
import type { Pool } from 'pg';
import { atRate } from './at-rate.ts';
import { openBenchContext, withDataDir } from './bench-context.ts';
import { scheduledStory, encodeStory } from './post-stories.ts';
import type { Report } from './report.ts';

const RATE = 100;
/** Seconds of the measurement: several times the longest delay of a checkpoint. */
const SECONDS = 20;
const READ_MODELS = 30;
const LATER = new Date('2035-01-01T09:00:00Z');
const WRITES = { idle: 'public.idle_writes', affected: 'public.affected_writes' } as const;

/** Counts how often checkpoints are written at 100 events/s: by 30 read models that skip these events, and by the read models of posts. */
export async function checkpointWrites(report: Report): Promise<void> {
  await withDataDir(async (dataDir) => {
    const { app, pool, startReaders, close } = await openBenchContext({ dataDir, roles: ['projector'] });
    try {
      for (let number = 1; number <= READ_MODELS; number += 1) app.get(ProjectionRegistry).add(idle(number));
      const readers = app.get(Readers);
      await readers.prepare();
      await installWriteCounter(pool);
      startReaders();
      const store = app.get(EventStore);
      const codec = app.get(EventCodec);
      const owner = randomUUID();
      const append = async (turn: number) => {
        const target = { accountId: 1, platform: 'mastodon' } as const;
        const { stream, events } = await encodeStory(scheduledStory(turn + 1, owner, [target], LATER), codec);
        await store.append(stream, events, { expected: 'noStream' });
      };
      await append(-1);
      while (!readers.status().every(({ caughtUp }) => caughtUp)) await new Promise(setImmediate);
      const before = await writeCounts(pool);
      await atRate(RATE, SECONDS, append);
      const after = await writeCounts(pool);
      const baseline = { name: 'events appended', value: RATE };
      report.add({
        name: `checkpoint writes of ${String(READ_MODELS)} idle read models at ${String(RATE)} events/s`,
        value: (after.idle - before.idle) / SECONDS,
        unit: 'writes/s',
        baseline,
        target: { atMost: 10 },
      });
      report.add({
        name: `checkpoint writes of the product's own read models, with rows`,
        value: (after.affected - before.affected) / SECONDS,
        unit: 'writes/s',
        baseline,
        target: null,
      });
    } finally {
      await close();
    }
  });
}

/** A projection of a category without events. */
const idle = (number: number): Projection => ({
  name: `bench.idle-${String(number)}`,
  version: 1,
  categories: ['nobody'],
  tables: { [`bench_idle_${String(number)}`]: 'id bigint primary key' },
  personal: { [`bench_idle_${String(number)}`]: null },
  apply: () => Promise.resolve([]),
});

/** Counts with a trigger, because PostgreSQL's own statistics arrive late. */
async function installWriteCounter(pool: Pool): Promise<void> {
  for (const name of Object.values(WRITES)) await pool.query(`create sequence ${name}`);
  await pool.query(`create function public.count_write() returns trigger language plpgsql as $$
    begin
      perform nextval(case when new.name like 'bench.%' then '${WRITES.idle}' else '${WRITES.affected}' end);
      return null;
    end $$`);
  await pool.query(`create trigger count_write after update of position on runner.checkpoint
    for each row execute function public.count_write()`);
}

async function writeCounts(pool: Pool): Promise<Readonly<{ idle: number; affected: number }>> {
  const countOf = async (name: string) => {
    const { rows } = await pool.query<{ count: number }>(
      `select (case when is_called then last_value else 0 end)::int as count from ${name}`,
    );
    return rows[0]?.count ?? 0;
  };
  return { idle: await countOf(WRITES.idle), affected: await countOf(WRITES.affected) };
}
