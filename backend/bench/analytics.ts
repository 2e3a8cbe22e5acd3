import { POLLS } from '#modules/analytics/testing/poll-story.ts';
import { startProduct, type Product } from '../test/product.ts';
import { measureCard } from './analytics/card.ts';
import { exportFigures } from './analytics/export-figures.ts';
import { figuresIn, fullFigures, waitUntilHandled, type FullFigures } from './analytics/full-figures.ts';
import { measuredEmails, measuredUsers, publishMany } from './analytics/measured-users.ts';
import { benchMetricsPolls } from './analytics/looks.ts';
import { inTurn, timed } from './at-rate.ts';
import { openBenchContext, type BenchContext } from './bench-context.ts';
import { rebuild } from './rebuild.ts';
import type { Report } from './report.ts';
import { measureRead } from './measured-read.ts';
import { readViewOf } from '#infrastructure/readers/read-views.ts';
import {
  analyticsFigures,
  MILESTONES_VIEW,
  PUBLICATIONS_VIEW,
} from '#modules/analytics/read-models/figures/figures.projection.ts';
import { metrics } from '@posthorn/contracts/shared/metrics';
import type { Pool } from 'pg';

const EMAIL = 'full-figures@example.com';
const POSTS = 1_000;
const FIGURES = {
  name: 'analytics.figures',
  shown: 'all figures',
  target: { atLeast: 15_000 },
  checksum: ['publication', 'look', 'milestone']
    .map(
      (table) =>
        `select md5(string_agg(md5(t::text), '' order by t::text)) as sum from ${readViewOf(analyticsFigures, `analytics_${table}`)} t`,
    )
    .join(' union all '),
} as const;
const CATEGORIES = ['publication', 'metrics', 'metricsTerms'];

/** Measures how long a user waits for the metrics of a year, and what they cost. */
export async function benchAnalytics(report: Report): Promise<void> {
  const env = { COMPLIMENTARY_PREMIUM: [EMAIL, ...measuredEmails].join(','), ROLES: 'web,projector' };
  const product = await startProduct({ embedded: true, built: true, log: 'postgres', env });
  try {
    const { full, lines } = await measureProduct(product, report);
    // Restarted, because a process that has worked before occupies memory that V8 has not released.
    await product.stop();
    await product.restart();
    await exportFigures(full, product, lines, report);
  } finally {
    await product.close();
  }
}

async function measureProduct(product: Product, report: Report) {
  // The process also calls the sandbox.
  const env = { SANDBOX_PORT: new URL(product.sandboxUrl).port };
  const context = await openBenchContext({ dataDir: product.dataDir, attach: true, env });
  try {
    const users = await withWorker(product, () => measuredUsers(product, context));
    const { result: full, seconds } = await timed(async () => {
      await publishMany(users, context);
      return fullFigures(EMAIL, POSTS, product, context);
    });
    return await withWorker(product, async (worker) => {
      await waitUntilHandled(context);
      const [lines, events] = [await figuresIn(context.pool), await eventsIn(context)];
      report.say(
        `  ${POSTS.toLocaleString('en')} posts x 11 targets x ${String(POLLS)} polls in ${events.toLocaleString('en')} events, written in ${seconds.toFixed(0)} s`,
      );
      await measureReads(full, context.pool, report);
      await measureCard(full, product, context, report);
      await rebuild(context, { ...FIGURES, events: await eventsIn(context) }, report);
      await benchMetricsPolls(users, { product, worker }, context, report);
      full.calls.close();
      return { full, lines };
    });
  } finally {
    await context.close();
  }
}

/** Runs the work in a separate process, so that its processor time contains nothing else. */
async function withWorker<Result>(
  product: Product,
  work: (worker: Product) => Promise<Result>,
): Promise<Result> {
  const worker = await startProduct({ built: true, log: 'postgres', beside: { product, roles: 'worker' } });
  try {
    return await work(worker);
  } finally {
    await worker.close();
  }
}

async function eventsIn({ pool }: BenchContext): Promise<number> {
  const { rows } = await pool.query<{ events: number }>(
    `select count(*)::float8 as events from es.events where split_part(stream, '-', 1) = any($1)`,
    [CATEGORIES],
  );
  return rows[0]?.events ?? 0;
}

const CARDS = 100;

/** Measures the requests of the metrics screen and its cards. */
async function measureReads(
  { calls, posts, period }: FullFigures,
  pool: Pool,
  report: Report,
): Promise<void> {
  const measure = (name: string, path: string, atMost: number) =>
    measureRead(calls, { name, path, target: { atMost } }, report);
  for (const age of ['24h', 'newest'])
    await measure(`overview at ${age}`, `/api/analytics/overview?${period}&age=${age}`, 150);
  const join = `select count(f.captured_at), ${metrics.map((metric) => `sum(f.${metric})`).join(', ')}
    from ${PUBLICATIONS_VIEW} p left join ${MILESTONES_VIEW} f
      on f.post_id = p.post_id and f.account_id = p.account_id and f.step = 1440
    where p.owner_id = (select owner_id from ${PUBLICATIONS_VIEW} where post_id = $1 limit 1)`;
  const joined = await inTurn(60, () =>
    pool.query({ name: 'bench-join', text: join, values: [posts[0]?.id] }),
  );
  report.add({
    name: 'one sum over all their figures at 24h, bare SELECT, p95',
    value: joined.p95,
    unit: 'ms',
    baseline: null,
    target: null,
  });
  const ids = posts.map(({ id }) => id);
  await measure('metrics polls of one post', `/api/posts/${String(ids.at(-1))}/analytics/looks`, 30);
  const cards = ids.slice(-CARDS).join(',');
  await measure(`${String(CARDS)} cards`, `/api/analytics/posts?ids=${cards}`, 100);
}
