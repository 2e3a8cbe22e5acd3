import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { AiNeighbours } from '../../testing/ai-neighbours.ts';
import { InboxBench } from '../../testing/inbox-bench.ts';
import { HostBudget } from './host-budget.ts';

/** Readings may use five of ten calls. The period is so long that no call is refilled while a spec runs. */
const LIMIT = { calls: 10, perSeconds: 300, countsAtOnce: 25 };
let inbox: InboxBench;
beforeAll(async () => {
  inbox = await InboxBench.start(AiNeighbours);
}, 60_000);
afterAll(() => inbox.close());
const take = (host: string, count = 1) => inbox.booted.app.get(HostBudget).take(host, LIMIT, count);

it("gives readings half of each server's limit, and returns when they may continue", async () => {
  expect([await take('one.test', 2), await take('one.test'), await take('one.test', 2)]).toEqual([
    null,
    null,
    null,
  ]);
  const until = await take('one.test');
  const wait = Date.parse(until ?? '') - Date.now();
  expect(wait).toBeGreaterThan(0);
  // At this time a fifth of the share is free again. The refused request took nothing.
  expect(wait).toBeLessThanOrEqual(60_000);
  expect(await take('one.test')).toBe(until);
  expect(await take('two.test')).toBeNull();
});

it('counts requests that were already sent, even if no more are allowed', async () => {
  expect(await take('three.test', 5)).toBeNull();
  await inbox.booted.app.get(HostBudget).charge('three.test', LIMIT, 5);
  const wait = Date.parse((await take('three.test')) ?? '') - Date.now();
  // All ten calls of the limit are used, so readings wait until their share of it is free again.
  expect(wait).toBeGreaterThan(300_000);
  expect(wait).toBeLessThanOrEqual(360_000);
});

it('shows which servers get the most requests', async () => {
  const text = await inbox.booted.app.get(Metrics).registry.metrics();
  const seconds = (host: string) =>
    Number(new RegExp(`^inbox_reading_host_seconds\\{host="${host}"\\} (\\S+)`, 'mu').exec(text)?.[1]);
  expect(seconds('one\\.test')).toBeGreaterThan(240);
  expect(seconds('two\\.test')).toBeLessThanOrEqual(60);
});
