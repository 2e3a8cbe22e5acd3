import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { Pool } from 'pg';
import { SLOTS } from '../../src/infrastructure/effects/slots.ts';
import { eventually } from '../../test/eventually.ts';
import { percentilesOf, type Waits } from '../at-rate.ts';
import type { Installation, Kind } from './installation.ts';
import { bottleneckOf } from './bottleneck.ts';
import { commits, usedBy, Watch, type Sample } from './watch.ts';

/** Posts of each owner before the measurement. They compile code and open connections. */
const WARM_UP = { posts: 1, aheadMs: 1_000 } as const;
/** How many times longer than predicted by the warm-up the creation of posts may take. */
const PATIENCE = 2;
/** PostgreSQL publishes the counts of idle sessions within ten seconds. */
const RESTED_MS = 11_000;

export type Sizes = Readonly<{
  postsEach: number;
  callMilliseconds: number;
  /** Milliseconds of the monotonic clock. Anything unfinished at this time is an error. */
  endBy: number;
}>;

/** The result of a number of workers, for targets that were due at the same moment. */
export type Step = Readonly<{
  workers: number;
  targets: number;
  perSecond: number;
  /** From the due time to the arrival at the platform. */
  lateness: Waits;
  /** Commits for each target. */
  commits: number;
  appends: number;
  /** Milliseconds of a core for each target, by the kind of process. */
  processor: Readonly<Record<Kind, number>>;
  connections: number;
  bottleneck: string;
}>;

/**
 * Lets the given number of workers publish the posts.
 * @throws Error when a target did not arrive exactly once, or its owner sees another state than posted
 */
export async function runStep(installation: Installation, workers: number, sizes: Sizes): Promise<Step> {
  const { crowd, databaseUrl } = installation;
  const { committed, ...step } = await installation.withWorkers(workers, async () => {
    const writingMs = PATIENCE * (await warmUp(installation, workers, sizes));
    const name = `Crowd of ${String(workers)}`;
    const due = new Date(Date.now() + writingMs + RESTED_MS);
    await crowd.schedule(name, sizes.postsEach, () => due);
    if (Date.now() > due.getTime() - RESTED_MS)
      throw new Error('Writing the posts took too long: the figures would be of no use');
    const targets = crowd.targets * sizes.postsEach;
    await pause(due.getTime() - Date.now());
    return withLog(installation, async (newest, appendsSince) => {
      const head = await newest();
      const committed = await commits(databaseUrl);
      const before = await usedBy(installation);
      const watch = await Watch.start(installation);
      const arrivals = await arrivalTimesOf(installation, name, targets, sizes).catch(
        async (error: unknown) => {
          await watch.stop();
          throw error;
        },
      );
      const samples = await watch.stop();
      await waitUntilPosted(installation, name, targets, sizes);
      const after = await usedBy(installation);
      const appends = await appendsSince(head);
      const waits = percentilesOf(arrivals.map((at) => at - due.getTime()));
      const lastMs = Math.max(...arrivals) - due.getTime();
      return {
        workers,
        targets,
        perSecond: (targets * 1000) / lastMs,
        lateness: waits,
        committed,
        appends: appends / targets,
        processor: perTarget(before, after, targets),
        connections: Math.max(...samples.map(({ connections }) => connections)),
        // At the end of the burst, all processes are idle. That part would hide which resource was used up before.
        bottleneck: bottleneck(samples, { from: due.getTime(), to: due.getTime() + waits.p95 }, workers),
      };
    });
  });
  // The counts of ended sessions are published now.
  return { ...step, commits: ((await commits(databaseUrl)) - committed) / step.targets };
}

/** @returns the expected time to create the posts of the burst, in milliseconds */
async function warmUp(installation: Installation, workers: number, sizes: Sizes): Promise<number> {
  const { crowd } = installation;
  const name = `Warm-up of ${String(workers)}`;
  const posts = WARM_UP.posts * workers;
  const began = performance.now();
  await crowd.schedule(name, posts, () => new Date(Date.now() + WARM_UP.aheadMs));
  const perPost = (performance.now() - began) / posts;
  const targets = crowd.targets * posts;
  await arrivalTimesOf(installation, name, targets, sizes);
  await waitUntilPosted(installation, name, targets, sizes);
  return perPost * sizes.postsEach;
}

/** Returns when each target arrived, in milliseconds since 1970. @throws Error when a target is missing or arrived twice */
async function arrivalTimesOf(
  { platforms }: Installation,
  name: string,
  targets: number,
  { callMilliseconds, endBy }: Sizes,
): Promise<number[]> {
  const received = await eventually(async () => {
    const found = (await platforms.posts()).filter(({ text }) => text.startsWith(`${name} `));
    if (found.length < targets)
      throw new Error(`${String(found.length)} of ${String(targets)} targets have arrived`);
    return found;
  }, secondsUntil(endBy));
  const different = new Set(
    received.map(({ platform, account, text }) => `${platform} ${account} ${text.split('.', 1)[0] ?? ''}`),
  );
  if (received.length !== targets || different.size !== targets)
    throw new Error(
      `${String(targets)} targets: ${String(received.length)} posts arrived, ${String(different.size)} different ones`,
    );
  return received.map(({ receivedAt }) => Date.parse(receivedAt) - callMilliseconds);
}

/** Waits until the owners see all targets as posted, and checks that nothing more is sent. */
async function waitUntilPosted(
  { crowd, platforms }: Installation,
  name: string,
  targets: number,
  { endBy }: Sizes,
): Promise<void> {
  await eventually(async () => {
    const states = await crowd.shown(name);
    if (states['posted'] !== targets) throw new Error(`Not all are posted: ${JSON.stringify(states)}`);
  }, secondsUntil(endBy));
  const received = (await platforms.posts()).filter(({ text }) => text.startsWith(`${name} `));
  if (received.length !== targets)
    throw new Error(`${String(received.length - targets)} posts arrived after all were posted`);
}

const secondsUntil = (end: number): number => (end - performance.now()) / 1000;

/** Runs `work` with functions that read the log. One append is one decision: its events have the same stream and the same time. */
async function withLog<Result>(
  { databaseUrl, eventStoreUrl }: Installation,
  work: (
    newest: () => Promise<Position | null>,
    appendsSince: (after: Position | null) => Promise<number>,
  ) => Promise<Result>,
): Promise<Result> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1, application_name: 'bench' });
  const store = eventStoreUrl === null ? new PostgresEventStore(pool) : new EventStoreDbStore(eventStoreUrl);
  try {
    return await work(
      () => store.head(),
      async (after) => {
        const appends = new Set<string>();
        for await (const { stream, meta } of store.readAll({ after: after ?? undefined }))
          appends.add(`${stream} ${meta.at}`);
        return appends.size;
      },
    );
  } finally {
    await store.close();
    await pool.end();
  }
}

function perTarget(
  before: Pick<Sample, 'used'>,
  after: Pick<Sample, 'used'>,
  targets: number,
): Readonly<Record<Kind, number>> {
  const sum = (seconds: readonly number[]) => seconds.reduce((all, one) => all + one, 0);
  const used = Object.entries(after.used).map(([kind, seconds]) => [
    kind,
    ((sum(seconds) - sum(before.used[kind as Kind])) * 1000) / targets,
  ]);
  return Object.fromEntries(used) as Record<Kind, number>;
}

function bottleneck(
  samples: readonly Sample[],
  { from, to }: Readonly<{ from: number; to: number }>,
  workers: number,
): string {
  const duringBurst = samples.filter(({ at }) => at >= from && at <= to);
  const [first, last] = [duringBurst[0], duringBurst.at(-1)];
  if (!first || !last || first === last) return 'too short to tell';
  const seconds = (last.at - first.at) / 1000;
  const threads: Record<string, number> = {};
  for (const [kind, used] of Object.entries(last.used)) {
    // Each connection is a separate Postgres process, and each of these processes may use a core.
    if (kind === 'Postgres') continue;
    for (const [index, value] of used.entries()) {
      const cores = (value - (first.used[kind as Kind][index] ?? 0)) / seconds;
      threads[kind] = Math.max(threads[kind] ?? 0, cores);
    }
  }
  const waits: Record<string, number> = {};
  for (const wait of duringBurst.flatMap((sample) => sample.waits).filter((name) => name !== ''))
    waits[wait] = (waits[wait] ?? 0) + 1 / duringBurst.length;
  return bottleneckOf({
    cores: cpus().length,
    machine: (last.machine - first.machine) / seconds,
    threads,
    waits,
    held: mostHeld(duringBurst, workers),
  });
}

function mostHeld(
  samples: readonly Sample[],
  workers: number,
): Readonly<{ platform: string; rows: number; of: number }> {
  const rows: Record<string, number> = {};
  for (const { held } of samples)
    for (const [platform, count] of Object.entries(held))
      rows[platform] = (rows[platform] ?? 0) + count / samples.length;
  const [busiest] = Object.entries(rows).sort(([, one], [, other]) => other - one);
  return { platform: busiest?.[0] ?? '', rows: busiest?.[1] ?? 0, of: SLOTS * workers };
}
