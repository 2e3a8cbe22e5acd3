import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { MetricsOfPosts } from '#modules/integrations/ports/metrics-of-posts.ts';
import type { Product } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { inParallel, timed } from '../at-rate.ts';
import type { BenchContext } from '../bench-context.ts';
import { familyOf, processorSeconds } from '../process-family.ts';
import type { Report } from '../report.ts';
import { PLATFORM, type MeasuredUser } from './measured-users.ts';

/** The number of accounts of a platform that one worker polls at a time. */
const LANES = 8;
const CALL_MS = 30_000;
const MOST_MS = 300_000;
/** Milliseconds between queries that check whether all polls have ended. */
const EVERY_MS = 50;
const CAUSE = {
  actor: { kind: 'system', id: 'bench' },
  correlationId: 'bench',
  causationId: 'bench',
} as const;

/** Measures polls of many posts that are due at the same moment, each with a separate call. Each response contains new numbers. */
export async function benchMetricsPolls(
  users: readonly MeasuredUser[],
  { product, worker }: Readonly<{ product: Product; worker: Product }>,
  context: BenchContext,
  report: Report,
): Promise<void> {
  const { pool } = context;
  const posts = users.flatMap(({ postIds }) => postIds);
  const streams = users.flatMap(({ account, postIds }) =>
    postIds.map((id) => `metrics-${String(id)}-${String(account.accountId)}`),
  );
  await waitUntilPolled(pool, posts);
  const bare = await callsAlone(users, context);
  const sandbox = new SandboxControl(product.sandboxUrl);
  for (const { post } of users) await sandbox.metrics(PLATFORM, post.remoteId, { likes: 41, comments: 7 });
  const countBefore = await countRecorded(pool, streams);
  const [, ...children] = await familyOf(product.pid());
  const [usedByWorker, usedByChildren] = [
    await processorSeconds([worker.pid()]),
    await processorSeconds(children),
  ];
  const { seconds } = await timed(async () => {
    await makeDue(pool, users);
    await waitUntilPolled(pool, posts);
  });
  const ofWorker = ((await processorSeconds([worker.pid()])) - usedByWorker) / posts.length;
  // The other processes of the product, mostly those of the database server.
  const others = ((await processorSeconds(children)) - usedByChildren) / posts.length;
  const recorded = (await countRecorded(pool, streams)) - countBefore;
  if (recorded !== posts.length)
    throw new Error(`${String(posts.length)} metrics polls recorded ${String(recorded)} events.`);
  report.add({
    name: 'metrics polls of one worker, a call for each',
    value: posts.length / seconds,
    unit: 'polls/s',
    baseline: { name: `the calls alone, ${String(LANES)} at a time`, value: bare.perSecond },
    target: { atLeast: 50 },
  });
  report.add({
    name: 'processor time of a poll without its call',
    value: (ofWorker - bare.own) * 1000,
    unit: 'ms',
    baseline: { name: 'the call alone', value: bare.own * 1000 },
    target: { atMost: 5 },
  });
  report.say(`    of the database: ${(others * 1000).toFixed(1)} ms a poll`);
}

/** After a warm-up, returns the processor seconds of this process for each call, and calls per second. */
async function callsAlone(
  users: readonly MeasuredUser[],
  { app }: BenchContext,
): Promise<Readonly<{ own: number; perSecond: number }>> {
  const [metrics, causes] = [app.get(MetricsOfPosts), app.get(CauseContext)];
  const calls = users.flatMap(({ account, post, postIds }) => postIds.map(() => ({ account, post })));
  const ask = ({ account, post }: Pick<MeasuredUser, 'account' | 'post'>) =>
    causes.run(CAUSE, async () => {
      const signal = AbortSignal.timeout(CALL_MS);
      const { kind } = await metrics.read(account, [post], signal);
      if (kind !== 'read') throw new Error(`A call ended as ${kind}.`);
    });
  await inParallel(calls, LANES, ask);
  const { seconds, processorSeconds: own } = await timed(async () => {
    await inParallel(calls, LANES, ask);
  });
  return { own: own / calls.length, perSecond: calls.length / seconds };
}

async function makeDue(pool: Pool, users: readonly MeasuredUser[]): Promise<void> {
  const accounts = users.map(({ account }) => account.accountId);
  await pool.query(
    `update analytics.measured_publication set next_at = now(), checked_at = null where post_id = any($1)`,
    [users.flatMap(({ postIds }) => postIds)],
  );
  await pool.query('update analytics.measured_account set due_at = now() where account_id = any($1)', [
    accounts,
  ]);
}

/** Waits until all posts have been polled. */
async function waitUntilPolled(pool: Pool, posts: readonly number[]): Promise<void> {
  const until = Date.now() + MOST_MS;
  for (;;) {
    const { rows } = await pool.query<{ open: number }>(
      `select $2 - count(*)::int as open from analytics.measured_publication
       where post_id = any($1) and next_at > now() and checked_at is not null`,
      [posts, posts.length],
    );
    const open = rows[0]?.open ?? posts.length;
    if (open === 0) return;
    if (Date.now() > until) throw new Error(`${String(open)} posts were not polled.`);
    await pause(EVERY_MS);
  }
}

async function countRecorded(pool: Pool, streams: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from es.events where stream = any($1) and type = 'MetricsCaptured'`,
    [streams],
  );
  return rows[0]?.count ?? 0;
}
