import { expect, it } from '@jest/globals';
import type { EventLog } from './chaos-ground.ts';
import { runChaos } from './chaos-run.ts';
import { summary } from './summary.ts';

const KILLS = Number(process.env['CHAOS_KILLS'] ?? 200);
const LOGS: readonly EventLog[] = ['postgres', 'eventstoredb'];

it.each(LOGS)(
  'publishes every post exactly once on the %s log, however often its workers are killed',
  async (log) => {
    const report = await runChaos({ log, kills: Math.ceil(KILLS / LOGS.length) });
    console.log(summary(report));
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ duplicates: 0, lost: 0, untold: 0, unknown: 0, open: 0, failed: 0 });
    expect(report.killed).toBeGreaterThanOrEqual(Math.ceil(KILLS / LOGS.length));
    expect(report.posted).toBe(report.targets);
  },
  900_000,
);
