import { DAY_MINUTES } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { MetricsSnapshot } from '#modules/integrations/ports/metrics-of-posts.ts';
import { AnalyticsBench, pollAnswer } from '../../testing/analytics-bench.ts';
import { ScriptedNeighbours } from '../../testing/scripted-neighbours.ts';

const USD = 0.005;
let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());

let account = 100;
beforeEach(async () => {
  Object.assign(bench.script, new ScriptedNeighbours());
  await bench.pool.query('update analytics.measured_account set due_at = null');
  account += 1;
  bench.script.terms.set('twitter', { keepDays: null, apart: false, costUsd: USD });
  bench.script.way = { pace: { batch: 100 }, isSimulated: false };
});
const id = (post: number) => `r${String(post)}-${String(account)}`;
async function publish(...ages: readonly (readonly [post: number, minutesAgo: number])[]): Promise<void> {
  for (const [post, minutesAgo] of ages) {
    bench.script.snapshots.set(id(post), pollAnswer({ likes: 1 }));
    await bench.publish(post, { accountId: account, platform: 'twitter', minutesAgo });
  }
}
const spent = () => bench.script.spent.reduce((sum, usd) => sum + usd, 0);
const soon = () => new Date(Date.now() + 3 * 60_000).toISOString();

it('polls as many posts as the budget covers, milestones first, and delays the other posts', async () => {
  await publish([1, 130], [2, DAY_MINUTES + 73], [3, 254], [4, 66]);
  bench.script.money = { polls: 2, until: soon() };
  await bench.round();
  expect(bench.script.calls.map((call) => new Set(call))).toEqual([new Set([id(2), id(4)])]);
  expect(spent()).toBeCloseTo(2 * USD);
  // The next turn has no budget left.
  await bench.pool.query('update analytics.measured_account set due_at = now() where account_id = $1', [
    account,
  ]);
  await bench.round();
  expect(bench.script.calls).toHaveLength(1);
  expect(await bench.account(account)).toMatchObject({ paused: 'budget' });
  bench.script.money = { polls: 9, until: null };
  await bench.pass(4);
  expect(new Set(bench.script.calls[1])).toEqual(new Set([id(1), id(3)]));
});
it('gives back the money for posts that the platform no longer has', async () => {
  await publish([1, 66], [2, 66]);
  bench.script.outcomes.push({
    kind: 'read',
    costUsd: USD,
    snapshots: new Map<string, MetricsSnapshot | 'gone'>([
      [id(1), pollAnswer({ likes: 1 })],
      [id(2), 'gone'],
    ]),
  });
  await bench.round();
  expect(bench.script.spent).toEqual([2 * USD, -USD]);
});
it('gives back all money after a refusal, and none after an unknown outcome', async () => {
  await publish([1, 66], [2, 66]);
  // After a broken connection, the platform may have charged the call.
  bench.script.outcomes.push({ kind: 'refused', reason: 'network', words: null, retryable: true });
  await bench.round();
  expect(bench.script.spent).toEqual([2 * USD]);
  bench.script.outcomes.push({ kind: 'refused', reason: 'rejected', words: null, retryable: false });
  await bench.pass(5);
  expect(bench.script.spent).toEqual([2 * USD, 2 * USD, -2 * USD]);
});
it('does not spend money on a poll of the sandbox', async () => {
  await publish([1, 66]);
  bench.script.way = { pace: { batch: 100 }, isSimulated: true };
  await bench.round();
  expect(bench.script.calls).toHaveLength(1);
  expect(bench.script.spent).toEqual([]);
});
