import 'reflect-metadata';
import { platforms } from '@posthorn/contracts/shared/platform';
import { PostgresEventStore } from '@posthorn/event-store/postgres-event-store';
import { makeSchema } from '@posthorn/event-store/postgres-schema';
import { noted } from '@posthorn/event-store/testing/noted';
import { startPostgres } from '@posthorn/event-store/testing/postgres';
import { Pool } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { SLOTS } from '../src/infrastructure/effects/slots.ts';
import type { OutgoingPublication } from '../src/modules/integrations/ports/publishing.ts';
import { PublishingBench } from '#modules/scheduling/testing/publishing/publishing-bench.ts';
import { atRate, inParallel, percentilesOf, type Waits } from './at-rate.ts';
import type { Report } from './report.ts';

const POSTS = 1000;
const OWNERS = 50;
/** Milliseconds until each platform responds. Without this delay, the number of parallel calls would not matter. */
const RESPONSE_MS = 50;
/** Creating the posts takes a while, and none may be due before all exist. */
const AHEAD_MS = 60_000;
/** Substack has no API for publishing. */
const TARGETS = platforms.filter((platform) => platform !== 'substack');
const CALLS = POSTS * TARGETS.length;
const MOST_SECONDS = 600;
/** The steady flow of the part `publishing`. */
const FLOW_PER_SECOND = 20;
const FLOW_SECONDS = 30;
/** As long as the text of a stored event. */
const EVENT = 'x'.repeat(400);

type Run = Readonly<{ waits: Waits; perSecond: number }>;

/**
 * A thousand posts of fifty users are due in one second, each on eleven platforms that respond after 50 ms. One worker publishes them on
 * the Postgres log, and counts a budget on each platform. The first baseline makes the same number of bare calls in parallel. The second
 * baseline, the floor, also appends an intent before each call and an outcome after it. It also publishes a steady flow, as `publishing` does.
 */
export async function benchPublishingAtScale(report: Report): Promise<void> {
  const bare = await bareCalls();
  const { flow, ...floor } = await withTwoAppends();
  for (const part of ['p50', 'p99'] as const)
    report.add({
      name: `floor: ${String(FLOW_PER_SECOND)} posts a second, due to call, ${part}`,
      value: flow[part],
      unit: 'ms',
      baseline: null,
      target: null,
    });
  const bench = await PublishingBench.open({
    log: (pool) => new PostgresEventStore(pool),
    roles: 'worker',
  });
  try {
    const { waits, perSecond } = await publishAll(bench);
    const name = `${String(POSTS)} due posts x ${String(TARGETS.length)} targets`;
    const baselineName = `as many bare calls, ${String(SLOTS)} at a time on each platform`;
    const wait = (part: 'p50' | 'p99') => ({
      name: `${name}, due to call, ${part}`,
      value: waits[part],
      unit: 'ms' as const,
      baseline: { name: baselineName, value: bare.waits[part] },
      target: null,
    });
    report.add(wait('p50'));
    report.add(wait('p99'));
    report.add({
      name: `${name}, calls a second`,
      value: perSecond,
      unit: 'posts/s',
      baseline: { name: baselineName, value: bare.perSecond },
      target: null,
    });
    report.add({
      name: `${name}, calls a second, compared with the floor`,
      value: perSecond,
      unit: 'posts/s',
      baseline: { name: 'the same calls, each between two appends', value: floor.perSecond },
      target: null,
    });
  } finally {
    await bench.close();
  }
}

/** Publishes like a simple script, without storing or checking anything. */
const bareCalls = (): Promise<Run> =>
  onAllPlatforms(async (call) => {
    call();
    await pause(RESPONSE_MS);
  });

/**
 * Does only what exactly-once publishing requires: appends an intent before each call, and the outcome after it. `flow`: from the due time of
 * a post until its intent is stored, so that the call can begin.
 */
async function withTwoAppends(): Promise<Run & Readonly<{ flow: Waits }>> {
  const server = await startPostgres();
  const pool = new Pool({ ...(await server.database()), max: SLOTS });
  try {
    await makeSchema(pool);
    const log = new PostgresEventStore(pool);
    const flow = await atRate(FLOW_PER_SECOND, FLOW_SECONDS, (turn) => {
      const stream = `flow-${String(turn)}`;
      return log.append(
        stream,
        noted(stream, 1, null, () => ({ text: EVENT })),
        { expected: 'noStream' },
      );
    });
    const run = await onAllPlatforms(async (call, stream) => {
      const [intent, outcome] = noted(stream, 2, null, () => ({ text: EVENT })).map((event) => [event]);
      const { revision } = await log.append(stream, intent ?? [], { expected: 'noStream' });
      call();
      await pause(RESPONSE_MS);
      await log.append(stream, outcome ?? [], { expected: revision });
    });
    await log.close();
    return { ...run, flow };
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** @param publish gets a function that it must call at the moment of the platform call, and the name of a separate stream */
async function onAllPlatforms(publish: (call: () => void, stream: string) => Promise<void>): Promise<Run> {
  const waits: number[] = [];
  const begin = performance.now();
  await Promise.all(
    TARGETS.map((platform) =>
      inParallel(
        Array.from({ length: POSTS }, (_, post) => `floor-${platform}-${String(post)}`),
        SLOTS,
        (stream) => publish(() => waits.push(performance.now() - begin), stream),
      ),
    ),
  );
  return { waits: percentilesOf(waits), perSecond: (CALLS * 1000) / (performance.now() - begin) };
}

const keyOf = ({ postId, accountId }: Pick<OutgoingPublication, 'postId' | 'accountId'>) =>
  `${String(postId)}-${String(accountId)}`;

async function publishAll(bench: PublishingBench): Promise<Run> {
  const { platform, clock } = bench;
  for (const each of TARGETS) {
    // The product counts the budget, which is too large to refuse a call.
    platform.budgets[each] = [
      { name: 'posts', scope: 'app', capacity: 1000, perSeconds: 1 },
      { name: 'posts', scope: 'account', capacity: 1000, perSeconds: 1 },
    ];
  }
  // Like posts with text only: the connector stores nothing before the intent.
  platform.defaultOutcomes = {
    prepare: ({ publication }) => ({ kind: 'prepared', refs: { key: keyOf(publication) } }),
  };
  const due = Date.now() + AHEAD_MS;
  const lateBy = new Map<string, number>();
  platform.beforeCall = (publication) => {
    // The double searches all calls that it remembers, which no platform does. So it must not remember any.
    platform.received.length = 0;
    // Each post is due a millisecond after the post before it. The ids of posts begin with 1.
    lateBy.set(keyOf(publication), Date.now() - due - (publication.postId - 1));
    return pause(RESPONSE_MS);
  };
  clock.run();
  let nextIndex = 0;
  await inParallel(Array.from({ length: POSTS }), 8, async () => {
    const index = nextIndex++;
    clock.time = due + index;
    const owner = index % OWNERS;
    await bench.scheduleFor(
      `owner-${String(owner)}`,
      ...TARGETS.map((each, at) => ({ platform: each, accountId: owner * 100 + at + 1 })),
    );
  });
  await bench.catchUp();
  if (Date.now() >= due) throw new Error('Writing the posts took too long: the figures would be of no use');
  while (lateBy.size < CALLS) {
    if (Date.now() > due + MOST_SECONDS * 1000)
      throw new Error(`${String(lateBy.size)} of ${String(CALLS)} were called`);
    await bench.catchUp();
    await pause(20);
  }
  const waits = [...lateBy.values()];
  return { waits: percentilesOf(waits), perSecond: (CALLS * 1000) / Math.max(...waits) };
}
