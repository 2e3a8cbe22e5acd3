import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { capture, metricsStream, type MetricsAnswer } from '../../domain/metrics/publication-metrics.ts';
import { AnalyticsBench, pollAnswer } from '../../testing/analytics-bench.ts';
import { connections } from '../../testing/neighbours-streams.ts';
import { ScriptedNeighbours } from '../../testing/scripted-neighbours.ts';
import { ExpireFigures } from './expire-figures.ts';

let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());

let account = 30;
beforeEach(async () => {
  Object.assign(bench.script, new ScriptedNeighbours());
  bench.script.terms.set('linkedin', { keepDays: 365, apart: false, costUsd: 0 });
  await bench.pool.query('update analytics.measured_account set due_at = null');
  account += 1;
  await captureLongAgo(40);
  await captureLongAgo(80);
});
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MINUTES * MINUTE_MS).toISOString();
/** Publishes a post and records figures that were captured this many days ago. The platform allows them to be kept for a year. */
async function captureLongAgo(days: number): Promise<void> {
  const postId = account * 1_000 + days;
  await bench.publish(postId, { accountId: account, platform: 'linkedin', minutesAgo: 100 * DAY_MINUTES });
  const answer: MetricsAnswer = {
    postId,
    accountId: account,
    ownerId: 'ana',
    platform: 'linkedin',
    keepDays: 365,
    ...pollAnswer({ likes: 7 }),
    publishedAt: daysAgo(100),
    capturedAt: daysAgo(days),
    step: null,
    via: 'schedule',
  };
  await bench.append(
    metricsStream,
    `${String(postId)}-${String(account)}`,
    ...capture(metricsStream.initial, answer),
  );
  await bench.catchUp();
}
async function runTermTurn(): Promise<void> {
  await bench.catchUp();
  await bench.pool.query('update analytics.term_turn set due_at = now()');
  await bench.booted.app.get(ExpireFigures).round();
  await bench.catchUp();
}
const refuse = () =>
  bench.script.outcomes.push({ kind: 'refused', reason: 'reconnect', words: null, retryable: false });
/** Polls the account now, whatever its planned time is. */
async function pollNow(): Promise<void> {
  await bench.pool.query(
    'update analytics.measured_publication set next_at = now(), asked_at = now() where account_id = $1',
    [account],
  );
  await bench.pool.query('update analytics.measured_account set due_at = now() where account_id = $1', [
    account,
  ]);
  await bench.round();
}
/** The platform refuses now, and again after this many days. */
async function refusedFor(days: number): Promise<void> {
  refuse();
  await pollNow();
  refuse();
  await bench.pass(days * DAY_MINUTES);
  expect(bench.script.outcomes).toEqual([]);
}
/** The days until the first and the last key are destroyed. */
async function daysUntilDestroyed(): Promise<readonly [number, number] | null> {
  const { rows } = await bench.pool.query<{ first: number | null; last: number }>(
    `select (extract(epoch from min(ends_at) - now()) / 86400)::float8 as first,
       (extract(epoch from max(ends_at) - now()) / 86400)::float8 as last
     from analytics.term_bucket where account_id = $1`,
    [account],
  );
  const [row] = rows;
  return row?.first == null ? null : [row.first, row.last];
}
const expectAllKept = async () => {
  expect((await daysUntilDestroyed())?.[0]).toBeGreaterThan(270);
};

it('destroys the keys of an account six days after it has refused access for 30 days', async () => {
  await refusedFor(29);
  await runTermTurn();
  await expectAllKept();
  refuse();
  await bench.pass(2 * DAY_MINUTES);
  await runTermTurn();
  expect((await daysUntilDestroyed())?.[1]).toBeCloseTo(6, 1);
  // Further turns do not delay the end.
  await bench.pool.query(`update analytics.term_bucket set ends_at = ends_at - interval '5 days'`);
  await runTermTurn();
  expect((await daysUntilDestroyed())?.[1]).toBeCloseTo(1, 1);
  await bench.pool.query(`update analytics.term_bucket set ends_at = ends_at - interval '2 days'`);
  await runTermTurn();
  expect(await daysUntilDestroyed()).toBeNull();
  for (const days of [40, 80])
    expect((await bench.get(`posts/${String(account * 1_000 + days)}/analytics`)).body).toMatchObject([
      { likes: null, missing: { likes: 'expired' } },
    ]);
  expect(bench.store.historyOf(`metricsTerms-${String(account)}`)).toHaveLength(2);
});
it('counts an account without usable access as refused', async () => {
  bench.script.way = null;
  await pollNow();
  expect(await bench.account(account)).toMatchObject({ paused: 'reconnect' });
  await bench.pass(31 * DAY_MINUTES);
  await runTermTurn();
  expect((await daysUntilDestroyed())?.[1]).toBeCloseTo(6, 1);
});
it('keeps all keys when the account can be read again, and restarts the count', async () => {
  await refusedFor(31);
  await runTermTurn();
  expect((await daysUntilDestroyed())?.[1]).toBeCloseTo(6, 1);
  bench.script.snapshots.set(`r${String(account * 1_000 + 40)}-${String(account)}`, pollAnswer({ likes: 7 }));
  await pollNow();
  expect(await bench.account(account)).toMatchObject({ paused: null, refused_at: null });
  await runTermTurn();
  await expectAllKept();
});
it('does not extend the keys of an account that was disconnected before a response arrived', async () => {
  await refusedFor(31);
  await runTermTurn();
  bench.script.left.add(account);
  await pollNow();
  expect((await daysUntilDestroyed())?.[1]).toBeCloseTo(6, 1);
});
it('keeps all keys when the account is connected again', async () => {
  await refusedFor(31);
  await runTermTurn();
  await bench.append(connections, account, {
    type: 'AccountReconnected',
    schema: 1,
    data: { accountId: account, ownerId: 'ana' },
  });
  await runTermTurn();
  expect(await bench.account(account)).toMatchObject({ paused: null, refused_at: null });
  await expectAllKept();
});
it('does not count a temporary failure of the platform as a refusal', async () => {
  bench.script.outcomes.push({ kind: 'refused', reason: 'network', words: null, retryable: true });
  await pollNow();
  expect(await bench.account(account)).toMatchObject({ paused: 'platform', refused_at: null });
});
