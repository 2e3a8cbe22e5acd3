import { beforeAll, expect, it } from '@jest/globals';
import type { EventLog } from '../chaos-setup.ts';
import { checkoutSummary } from '../summary.ts';
import { onBothLogs } from '../under-kills.ts';
import { runCheckoutChaos, type CheckoutChaosReport } from './checkout-run.ts';

const LOGS = ['postgres', 'eventstoredb'] as const;
/** Fewer kills than the runs of posts, which run at the same time. */
const KILLS = Math.ceil(Number(process.env['CHAOS_KILLS'] ?? 12) / LOGS.length);
const reports = new Map<EventLog, CheckoutChaosReport>();

beforeAll(
  () =>
    onBothLogs(async (log, onQuiet) => {
      reports.set(log, await runCheckoutChaos({ log, kills: KILLS, ...(onQuiet && { onQuiet }) }));
    }),
  1_800_000,
);

it.each(LOGS)(
  'creates one subscription for each person, and gives payers Premium, with the %s log while workers are killed',
  (log) => {
    const report = reports.get(log);
    if (!report) throw new Error('The run has not ended');
    console.log(checkoutSummary(report));
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({
      doubled: 0,
      unpaid: 0,
      unserved: 0,
      unrecorded: 0,
      open: 0,
      strangers: 0,
    });
    expect(report.killed).toBeGreaterThanOrEqual(KILLS);
    expect(report.paid).toBeGreaterThan(0);
  },
);
