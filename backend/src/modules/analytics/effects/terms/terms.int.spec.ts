import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { capture, metricsStream, type MetricsAnswer } from '../../domain/metrics/publication-metrics.ts';
import { bucketOf } from '../../domain/metrics/terms.ts';
import { analyticsFigures } from '../../read-models/figures/figures.projection.ts';
import { AnalyticsBench, pollAnswer } from '../../testing/analytics-bench.ts';
import { connections } from '../../testing/neighbours-streams.ts';
import { ExpireFigures } from './expire-figures.ts';
import { TermBuckets } from '../../stores/terms/term-buckets.ts';
import { readViewOf } from '#infrastructure/readers/read-views.ts';

let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
  bench.script.terms.set('youtube', { keepDays: 30, apart: true, costUsd: 0 });
}, 60_000);
afterAll(() => bench.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MINUTES * MINUTE_MS).toISOString();
/** Captures figures of a post that was published 40 days ago. Each value occurs only once in this file. */
async function publishAndPoll(postId: number, accountId: number, days: number, likes: number): Promise<void> {
  const id = `${String(postId)}-${String(accountId)}`;
  const { state } = await bench.state(metricsStream, id);
  const { values, missing } = pollAnswer({ likes }, 'views');
  const answer: MetricsAnswer = {
    postId,
    accountId,
    ownerId: 'ana',
    platform: 'youtube',
    keepDays: 30,
    values,
    missing,
    publishedAt: daysAgo(40),
    capturedAt: daysAgo(days),
    step: null,
    via: 'schedule',
  };
  await bench.append(metricsStream, id, ...capture(state, answer));
}
const expire = async () => {
  await bench.catchUp();
  await bench.pool.query(`update analytics.term_turn set due_at = now()`);
  await bench.booted.app.get(ExpireFigures).round();
  await bench.catchUp();
};
/** The stored data of the events of one publication. */
const stored = (postId: number, accountId: number) =>
  bench.facts(postId, accountId).map(({ data }) => JSON.stringify(data));
/** All texts that may contain figures: the stored log, all rows, and all responses. */
async function everywhere(postId: number, accountId: number): Promise<string> {
  const tables = ['analytics_publication', 'analytics_look', 'analytics_milestone'];
  const rows = await Promise.all(
    tables.map((table) =>
      bench.pool.query<{ row: string }>(
        `select t::text as row from ${readViewOf(analyticsFigures, table)} t where account_id = $1`,
        [accountId],
      ),
    ),
  );
  const day = (days: number) => daysAgo(days).slice(0, 10);
  const responses: { status: number; text: string }[] = [];
  for (const path of [
    `posts/${String(postId)}/analytics`,
    `posts/${String(postId)}/analytics/looks`,
    `analytics/posts?ids=${String(postId)}`,
    `analytics/overview?from=${day(60)}&to=${day(0)}&age=newest&accountId=${String(accountId)}`,
    `analytics/export.csv?from=${day(60)}&to=${day(0)}&kind=looks`,
    `analytics/export.csv?from=${day(60)}&to=${day(0)}&kind=newest`,
  ])
    responses.push(await bench.get(path));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const log = stored(postId, accountId);
  return [
    ...log,
    ...rows.flatMap(({ rows: found }) => found.map(({ row }) => row)),
    ...responses.map(({ text }) => text),
  ].join('\n');
}
const readable = async (postId: number, accountId: number) => {
  const { state } = await bench.state(metricsStream, `${String(postId)}-${String(accountId)}`);
  return state.last?.values;
};

it('keeps figures for as long as the terms allow, and then deletes all copies', async () => {
  await bench.publish(1, { accountId: 11, platform: 'youtube', minutesAgo: 40 * DAY_MINUTES });
  await publishAndPoll(1, 11, 31, 7_654_321);
  await publishAndPoll(1, 11, 1, 8_765_432);
  await bench.catchUp();
  const before = await everywhere(1, 11);
  expect(before).toContain('7654321');
  await expire();
  const after = await everywhere(1, 11);
  expect(after).not.toContain('7654321');
  expect(after).toContain('8765432');
  expect(
    bench.store
      .historyOf('metricsTerms-11')
      .map(({ type, data }) => [type, (data as { reason: string }).reason]),
  ).toEqual([['MetricsExpired', 'terms']]);
  await bench.rebuild(analyticsFigures.name);
  expect(await everywhere(1, 11)).not.toContain('7654321');
  // The poll stays visible, without any figure.
  expect((await bench.get('posts/1/analytics/looks')).body).toMatchObject([
    { values: { likes: null, views: null }, sources: {} },
    { values: { likes: 8_765_432 } },
  ]);
});
it('never stores a value in the log that is readable without its key', async () => {
  await bench.publish(2, { accountId: 12, platform: 'youtube', minutesAgo: 40 * DAY_MINUTES });
  await publishAndPoll(2, 12, 2, 6_543_217);
  expect(stored(2, 12).join()).not.toContain('6543217');
  expect(await readable(2, 12)).toMatchObject([{ metric: 'likes', value: 6_543_217 }]);
});
it('marks the newest figures as expired, and only those that had a value', async () => {
  await bench.publish(3, { accountId: 13, platform: 'youtube', minutesAgo: 40 * DAY_MINUTES });
  await publishAndPoll(3, 13, 31, 5_432_176);
  await expire();
  expect((await bench.get('posts/3/analytics')).body).toMatchObject([
    { likes: null, missing: { likes: 'expired', views: 'hidden' }, sources: {}, apart: true },
  ]);
  expect(await everywhere(3, 13)).not.toContain('5432176');
});
it('continues an interrupted expiry, and records nothing twice', async () => {
  await bench.publish(4, { accountId: 14, platform: 'youtube', minutesAgo: 40 * DAY_MINUTES });
  await publishAndPoll(4, 14, 32, 4_321_765);
  await bench.catchUp();
  const bucket = {
    subject: bucketOf(14, daysAgo(32), 30),
    accountId: 14,
    ownerId: 'ana',
    platform: 'youtube',
  } as const;
  await expire();
  // Simulates an interruption before the key was destroyed and the row deleted.
  await bench.booted.app.get(TermBuckets).add([bucket]);
  await expire();
  expect(bench.store.historyOf('metricsTerms-14')).toHaveLength(1);
  expect(await bench.booted.app.get(TermBuckets).expired(10)).toEqual([]);
});
it('deletes all figures of an account within a week of its disconnection, unless it is connected again', async () => {
  const record = async (accountId: number, type: 'AccountDisconnected' | 'AccountReconnected') => {
    await bench.append(connections, accountId, { type, schema: 1, data: { accountId, ownerId: 'ana' } });
    await bench.catchUp();
  };
  for (const accountId of [15, 16]) {
    await bench.publish(accountId, { accountId, platform: 'youtube', minutesAgo: 40 * DAY_MINUTES });
    for (const days of [20, 10, 1])
      await publishAndPoll(accountId, accountId, days, (accountId === 15 ? 3_217_654 : 5_000_000) + days);
    await bench.catchUp();
    await record(accountId, 'AccountDisconnected');
  }
  await record(16, 'AccountReconnected');
  await bench.pool.query(
    `update analytics.term_bucket set ends_at = ends_at - interval '7 days' where account_id in (15, 16)`,
  );
  await expire();
  expect(await readable(15, 15)).toBeNull();
  expect(await everywhere(15, 15)).not.toMatch(/32176/u);
  expect(bench.store.historyOf('metricsTerms-15').length).toBeGreaterThanOrEqual(3);
  expect(await readable(16, 16)).toMatchObject([{ value: 5_000_001 }]);
  expect(bench.store.historyOf('metricsTerms-16')).toEqual([]);
});
