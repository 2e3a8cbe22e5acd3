import 'reflect-metadata';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { publishingTimes } from '../src/modules/scheduling/times.ts';
import { PublishingBench } from '../src/modules/scheduling/publishing/testing/publishing-bench.ts';
import type { Report } from './report.ts';

const POSTS = 25;
const PLATFORMS = ['mastodon', 'bluesky', 'threads', 'linkedin'] as const;
const TARGETS = POSTS * PLATFORMS.length;
/** A session of PostgreSQL that rests tells within ten seconds what it has counted. */
const COUNTED_MS = 11_000;

/**
 * What the model of capacity needs and no other part measures: commits for a target from its claim to its stored outcome, and
 * bytes of an event in the Postgres log. Platforms and what Integrations reads are scripted.
 */
export async function benchCosts(report: Report): Promise<void> {
  const bench = await PublishingBench.open({ log: (pool) => new PostgresEventStore(pool) });
  try {
    const { pool } = bench.database;
    bench.clock.run();
    await scheduleAll(bench);
    const before = await commits(pool);
    while (bench.platform.calls.length < TARGETS) {
      bench.loop.tick();
      await pause(publishingTimes({}).tick);
    }
    await bench.loop.onModuleDestroy();
    const spent = (await commits(pool)) - before;
    const name = `for each of ${String(TARGETS)} targets`;
    report.add({
      name: `commits ${name}`,
      value: spent / TARGETS,
      unit: 'commits',
      baseline: null,
      target: null,
    });
    report.add({
      name: 'an event in the Postgres log, with its indexes',
      value: await bytesOf(pool),
      unit: 'bytes',
      baseline: null,
      target: null,
    });
  } finally {
    await bench.close();
  }
}

async function scheduleAll(bench: PublishingBench): Promise<void> {
  for (const platform of PLATFORMS) {
    // More than is asked for: counted, and nobody waits.
    bench.platform.budgets[platform] = [
      { name: 'posts', scope: 'app', capacity: 1000, perSeconds: 1, counts: 'posts' },
      { name: 'posts', scope: 'account', capacity: 1000, perSeconds: 1, counts: 'posts' },
    ];
  }
  bench.clock.time = Date.now() - 1000;
  for (let owner = 0; owner < POSTS; owner += 1)
    await bench.scheduleFor(
      `owner-${String(owner)}`,
      ...PLATFORMS.map((platform, index) => ({ platform, accountId: owner * 10 + index + 1 })),
    );
  await bench.catchUp();
}

async function commits(pool: Pool): Promise<number> {
  await pause(COUNTED_MS);
  const { rows } = await pool.query<{ commits: number }>(
    'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.commits ?? NaN;
}

async function bytesOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select pg_total_relation_size('es.events')::float8 / (select count(*) from es.events) as bytes`,
  );
  return rows[0]?.bytes ?? NaN;
}
