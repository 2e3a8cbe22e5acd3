import { randomUUID } from 'node:crypto';
import { EventStore } from '@posthorn/event-sourcing/event-store';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import type { Pool } from 'pg';
import { inParallel, timed } from './at-rate.ts';
import { checkpointWrites } from './checkpoint-writes.ts';
import { openBenchContext, withDataDir, type BenchContext } from './bench-context.ts';
import { publishedStories, encodeStory, type StoredStory } from './post-stories.ts';
import { lagAtRate } from './projection-lag.ts';
import type { Baseline, Report } from './report.ts';
import { CLIENT, withEventStore } from './event-store-server.ts';

const POSTS = 10_000;
const OWNERS = 200;
const PAGE = 1000;
const REBUILD = { postgres: { atLeast: 60_000 }, client: { atLeast: 15_000 } } as const;
const LAG = {
  postgres: { p50: { atMost: 30 }, p99: { atMost: 200 } },
  client: { p50: null, p99: { atMost: 1000 } },
} as const;
/** Both read models use the streams of posts and publications. */
const PROJECTIONS = ['scheduling.post-list', 'scheduling.publishing-due'] as const;

/**
 * Measures, on both logs, how fast read models follow the log and are rebuilt. Also measures the cost of read models that skip all events.
 */
export async function benchProjections(report: Report): Promise<void> {
  const select = await withDataDir((dataDir) => onPostgresLog(dataDir, report));
  await withDataDir((dataDir) => onEventStoreDb(dataDir, select, report));
  await checkpointWrites(report);
}

async function onPostgresLog(dataDir: string, report: Report): Promise<Baseline> {
  const context = await openBenchContext({ dataDir, roles: ['projector'] });
  try {
    const store = context.app.get(EventStore);
    const stories = await createStories(context);
    const count = countOf(stories);
    const { seconds } = await timed(() =>
      inParallel(stories, 64, ({ stream, events }) => store.append(stream, events, { expected: 'noStream' })),
    );
    report.say(
      `  ${count.toLocaleString('en')} events in the Postgres log, appended in ${seconds.toFixed(1)} s`,
    );
    const select = { name: 'bare SELECT', value: await bareSelect(context.pool, count) };
    report.add({
      name: 'read all, Postgres log',
      value: await readAll(store, count),
      unit: 'events/s',
      baseline: select,
      target: null,
    });
    await measureRebuilds(
      context,
      { count, log: 'Postgres log', baseline: select, target: REBUILD.postgres },
      report,
    );
    await lagAtRate(context, PROJECTIONS, 'Postgres log', LAG.postgres, report);
    return select;
  } finally {
    await context.close();
  }
}

/** Stories whose personal texts are encrypted with keys from the database that the read models will be in. */
async function storiesFor(dataDir: string, url: string): ReturnType<typeof createStories> {
  const context = await openBenchContext({ dataDir, env: { EVENTSTORE_URL: url } });
  try {
    return await createStories(context);
  } finally {
    await context.close();
  }
}

async function onEventStoreDb(dataDir: string, select: Baseline, report: Report): Promise<void> {
  await withEventStore(dataDir, async ({ url, writeStories }) => {
    const stories = await storiesFor(dataDir, url);
    await writeStories(stories);
    const count = countOf(stories);
    const context = await openBenchContext({ dataDir, roles: ['projector'], env: { EVENTSTORE_URL: url } });
    try {
      const readPerSecond = await readAll(context.app.get(EventStore), count);
      report.add({
        name: `read all, ${CLIENT}`,
        value: readPerSecond,
        unit: 'events/s',
        baseline: select,
        target: null,
      });
      const clientAlone = { name: 'the client reading alone', value: readPerSecond };
      await measureRebuilds(
        context,
        { count, log: CLIENT, baseline: clientAlone, target: REBUILD.client },
        report,
      );
      await lagAtRate(context, PROJECTIONS, CLIENT, LAG.client, report);
    } finally {
      await context.close();
    }
  });
}

type Rebuilds = Readonly<{
  count: number;
  log: string;
  baseline: Baseline;
  target: Readonly<{ atLeast: number }>;
}>;

async function measureRebuilds(
  { app }: BenchContext,
  { count, log, baseline, target }: Rebuilds,
  report: Report,
): Promise<void> {
  const known = app.get(ProjectionRegistry);
  for (const name of PROJECTIONS) {
    const { seconds, processorSeconds } = await timed(() =>
      app.get(ProjectionRebuild).run(known.named(name).name),
    );
    report.add({
      name: `rebuild ${name}, set-based, ${log}`,
      value: count / seconds,
      unit: 'events/s',
      baseline,
      target,
    });
    report.say(`    own processor time: ${((processorSeconds / count) * 1e6).toFixed(1)} µs an event`);
  }
}

async function createStories({ app }: BenchContext): Promise<StoredStory[]> {
  const codec = app.get(EventCodec);
  const owners = Array.from({ length: OWNERS }, () => randomUUID());
  const stories: StoredStory[] = [];
  for (let postId = 1; postId <= POSTS; postId += 1) {
    const owner = postId % OWNERS;
    const target = { accountId: 1 + owner, platform: owner % 2 === 0 ? 'bluesky' : 'mastodon' } as const;
    for (const story of publishedStories(postId, owners[owner] ?? '', target))
      stories.push(await encodeStory(story, codec));
  }
  return stories;
}

const countOf = (stories: readonly StoredStory[]): number =>
  stories.reduce((sum, { events }) => sum + events.length, 0);

/** Reads events page by page as plain rows. Returns events per second. */
async function bareSelect(pool: Pool, count: number): Promise<number> {
  const { seconds } = await timed(async () => {
    let after = '0';
    for (let read = 0; read < count;) {
      const { rows } = await pool.query<{ position: string }>(
        `select position, stream, revision, event_id, type, data, meta from es.events
         where position > $1 order by position limit $2`,
        [after, PAGE],
      );
      after = rows.at(-1)?.position ?? after;
      if (rows.length === 0)
        throw new Error(`The log holds ${String(read)} events instead of ${String(count)}.`);
      read += rows.length;
    }
  });
  return count / seconds;
}

/** Returns events per second. */
async function readAll(store: EventStore, count: number): Promise<number> {
  const { result, seconds } = await timed(async () => {
    let read = 0;
    for await (const event of store.readAll({})) if (event.revision >= 0n) read += 1;
    return read;
  });
  if (result !== count) throw new Error(`The log gave ${String(result)} events instead of ${String(count)}.`);
  return count / seconds;
}
