import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { ExpireFigures } from '../terms/expire-figures.ts';
import { AnalyticsBench } from '../../testing/analytics-bench.ts';

let bench: AnalyticsBench;
let logged: unknown[];
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => {
  logged = [];
  const keep = (line: unknown) => void logged.push(line);
  Logger.overrideLogger({ log: keep, warn: keep, error: keep });
});
afterEach(() => {
  Logger.overrideLogger(false);
});

const figures = async () =>
  (await bench.booted.app.get(Metrics).registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('metric_looks_overdue'));
const alarms = () => logged.filter((line) => JSON.stringify(line).includes('late by more than a day'));
const makeLate = (accountId: number, hours: number) =>
  bench.pool.query(
    'update analytics.measured_publication set next_at = now() - make_interval(hours => $2) where account_id = $1',
    [accountId, hours],
  );
const runTermTurn = async () => {
  await bench.pool.query('update analytics.term_turn set due_at = now() where due_at <= now()');
  await bench.booted.app.get(ExpireFigures).round();
};

it('counts posts of usable accounts whose poll is a day late, and logs them once an hour', async () => {
  for (const accountId of [1, 2, 3, 4])
    await bench.publishTogether([accountId, 10 + accountId], { accountId });
  await bench.publish(5, { accountId: 5, platform: 'bluesky' });
  await makeLate(1, 25);
  await makeLate(2, 23);
  await makeLate(3, 25);
  await makeLate(4, 25);
  await bench.pool.query(`update analytics.measured_account set paused = case account_id
    when 1 then 'platform' when 3 then 'reconnect' when 4 then 'no-budget' end`);
  expect(await figures()).toEqual([
    'metric_looks_overdue{platform="bluesky"} 0',
    'metric_looks_overdue{platform="mastodon"} 2',
  ]);
  await runTermTurn();
  await runTermTurn();
  expect(alarms()).toMatchObject([{ overdue: { mastodon: 2 } }]);
});
it('logs nothing while no poll is late', async () => {
  await bench.pool.query('update analytics.measured_publication set next_at = now()');
  await bench.pool.query('update analytics.term_turn set due_at = now()');
  await runTermTurn();
  expect(alarms()).toEqual([]);
  expect(await figures()).toContain('metric_looks_overdue{platform="mastodon"} 0');
});
