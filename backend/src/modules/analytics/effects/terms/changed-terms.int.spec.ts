import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { capture, metricsStream, type MetricsAnswer } from '../../domain/metrics/publication-metrics.ts';
import { bucketOf, readBucket } from '../../domain/metrics/terms.ts';
import { analyticsFigures } from '../../read-models/figures/figures.projection.ts';
import { AnalyticsBench, pollAnswer } from '../../testing/analytics-bench.ts';
import { ExpireFigures } from './expire-figures.ts';

let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());

type Poll = readonly [minutes: number, likes: number, keepDays: number | null];

/** Publishes a post on its own account, and polls it at the given minutes after `from`. */
async function publishAndPoll(id: number, from: string, ...snapshots: readonly Poll[]): Promise<void> {
  await bench.publish(id, { accountId: id, platform: 'youtube', minutesAgo: 400 * DAY_MINUTES });
  for (const [minutes, likes, keepDays] of snapshots) {
    const { state } = await bench.state(metricsStream, `${String(id)}-${String(id)}`);
    const answer: MetricsAnswer = {
      postId: id,
      accountId: id,
      ownerId: 'ana',
      platform: 'youtube',
      keepDays,
      ...pollAnswer({ likes }),
      publishedAt: new Date(Date.now() - 400 * DAY_MINUTES * MINUTE_MS).toISOString(),
      capturedAt: new Date(Date.parse(from) + minutes * MINUTE_MS).toISOString(),
      step: null,
      via: 'schedule',
    };
    await bench.append(metricsStream, `${String(id)}-${String(id)}`, ...capture(state, answer));
  }
  await bench.catchUp();
}
/** The beginning of the span of a key that has ended but still exists. */
const endedSpan = (id: number, keepDays: number): string => {
  const ended = new Date(Date.now() - (keepDays + 6) * DAY_MINUTES * MINUTE_MS).toISOString();
  return readBucket(bucketOf(id, ended, keepDays)).from;
};
async function expire(): Promise<void> {
  await bench.catchUp();
  await bench.pool.query('update analytics.term_turn set due_at = now()');
  await bench.booted.app.get(ExpireFigures).round();
  await bench.catchUp();
}
/** The likes of all polls as shown, the newest figures last. Also checks that a rebuild shows the same. */
async function shown(id: number): Promise<unknown[]> {
  const ask = async () => {
    const snapshots = (await bench.get(`posts/${String(id)}/analytics/looks`)).body as {
      values: { likes: number | null };
    }[];
    const newest = (await bench.get(`posts/${String(id)}/analytics`)).body as { likes: number | null }[];
    return [...snapshots.map(({ values }) => values.likes), newest[0]?.likes];
  };
  const live = await ask();
  await bench.rebuild(analyticsFigures.name);
  expect(await ask()).toEqual(live);
  return live;
}

it('keeps figures captured after terms were lifted, during the span of a key that ends', async () => {
  await publishAndPoll(21, endedSpan(21, 30), [1, 11, 30], [2, 12, null], [3, 13, null]);
  await expire();
  expect(await shown(21)).toEqual([null, 12, 13, 13]);
});
it('keeps figures captured before a limit was set, and deletes figures captured after it', async () => {
  await publishAndPoll(22, endedSpan(22, 7), [1, 11, null], [2, 12, 7], [3, 13, 7]);
  await expire();
  expect(await shown(22)).toEqual([11, null, null, null]);
});
it('deletes the figures of each poll with their own key when the retention time becomes shorter', async () => {
  await publishAndPoll(23, endedSpan(23, 7), [1, 11, 365], [2, 12, 7]);
  await expire();
  expect(await shown(23)).toEqual([11, null, null]);
});
it('deletes the figures of each poll with their own key when the retention time becomes longer', async () => {
  await publishAndPoll(24, endedSpan(24, 90), [1, 11, 90], [2, 12, 365]);
  await expire();
  expect(await shown(24)).toEqual([null, 12, 12]);
  await bench.pool.query(`update analytics.term_bucket set ends_at = now() where account_id = 24`);
  await expire();
  expect(await shown(24)).toEqual([null, null, null]);
});
it('records equal figures again under new terms, so that these terms decide how long they are kept', async () => {
  await publishAndPoll(25, endedSpan(25, 30), [1, 11, 30], [2, 11, null], [3, 11, null]);
  await expire();
  expect(await shown(25)).toEqual([null, 11, 11]);
});
