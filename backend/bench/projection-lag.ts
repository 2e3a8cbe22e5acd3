import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { ReaderPositions } from '#infrastructure/readers/reader-positions.ts';
import { Readers } from '#infrastructure/readers/readers.ts';
import type { Pool } from 'pg';
import { atRate, type Waits } from './at-rate.ts';
import type { BenchContext } from './bench-context.ts';
import { scheduledStory, encodeStory } from './post-stories.ts';
import type { Report } from './report.ts';

const RATE = 100;
const SECONDS = 8;
const LONGEST_WAIT_MILLISECONDS = 60_000;
/** The first id of the posts in this run. These ids are above those in the log. */
const FIRST_POST = 1_000_000;
const LATER = new Date('2035-01-01T09:00:00Z');

/** The design's targets in milliseconds; null where the design sets none. */
export type LagTargets = Readonly<Record<'p50' | 'p99', Readonly<{ atMost: number }> | null>>;

/**
 * Measures from the start of an append until all of these read models have committed the event. Appends and readers
 * share one process, as in a product on one machine.
 */
export async function lagAtRate(
  { app, pool, startReaders }: BenchContext,
  names: readonly string[],
  log: string,
  targets: LagTargets,
  report: Report,
): Promise<void> {
  const bare = await bareWrites(pool);
  const store = app.get(EventStore);
  const codec = app.get(EventCodec);
  const follower = new Follower(app.get(ReaderPositions), names);
  startReaders();
  const owner = randomUUID();
  let post = FIRST_POST;
  const append = async () => {
    post += 1;
    const target = { accountId: 1, platform: 'mastodon' } as const;
    const { stream, events } = await encodeStory(scheduledStory(post, owner, [target], LATER), codec);
    const { position } = await store.append(stream, events, { expected: 'noStream' });
    await follower.waitFor(position);
  };
  // Before the measurement, all readers acquire their locks and catch up, including those of other read models.
  await append();
  while (
    !app
      .get(Readers)
      .status()
      .every(({ caughtUp }) => caughtUp)
  )
    await pause(100);
  const waits = await atRate(RATE, SECONDS, append);
  for (const percentile of ['p50', 'p99'] as const) {
    report.add({
      name: `projection lag at ${String(RATE)} events/s, ${log}, ${percentile}`,
      value: waits[percentile],
      unit: 'ms',
      baseline: { name: 'INSERT and UPSERT at once', value: bare[percentile] },
      target: targets[percentile],
    });
  }
}

/** Waits until the slowest of the projections has reached a position. */
class Follower {
  readonly #positions: ReaderPositions;
  readonly #names: readonly string[];

  constructor(positions: ReaderPositions, names: readonly string[]) {
    this.#positions = positions;
    this.#names = names;
  }

  async waitFor(position: Position): Promise<void> {
    const until = performance.now() + LONGEST_WAIT_MILLISECONDS;
    while (this.#names.some((name) => (this.#positions.positionOf(name) ?? '') < position)) {
      if (performance.now() > until) throw new Error(`No read model reached ${position} within a minute.`);
      await this.#positions.nextMove(LONGEST_WAIT_MILLISECONDS);
    }
  }
}

/** Simulates a product without a log, which writes the event and its row in one transaction. */
async function bareWrites(pool: Pool): Promise<Waits> {
  await pool.query('create table if not exists public.bare_event (id uuid primary key, data jsonb)');
  await pool.query('create table if not exists public.bare_row (id bigint primary key, data jsonb)');
  const data = JSON.stringify(scheduledStory(1, randomUUID(), [], LATER));
  const write = async (turn: number) => {
    const tx = await pool.connect();
    try {
      await tx.query('begin');
      await tx.query('insert into public.bare_event values ($1, $2)', [randomUUID(), data]);
      await tx.query(
        'insert into public.bare_row values ($1, $2) on conflict (id) do update set data = excluded.data',
        [turn, data],
      );
      await tx.query('commit');
    } finally {
      tx.release();
    }
  };
  try {
    return await atRate(RATE, SECONDS / 2, write);
  } finally {
    await pool.query('drop table public.bare_event, public.bare_row');
  }
}
