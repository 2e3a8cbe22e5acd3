import { beforeAll, expect, it } from '@jest/globals';
import type { EventLog } from '../chaos-setup.ts';
import { pointsOn } from '../kill-plan.ts';
import { checkoutSummary } from '../summary.ts';
import { onBothLogs } from '../under-kills.ts';
import { CHECKOUT_POINTS, runCheckoutChaos, type CheckoutChaosReport } from './checkout-run.ts';

const LOGS = ['postgres', 'eventstoredb'] as const;
const reports = new Map<EventLog, CheckoutChaosReport>();

beforeAll(
  () =>
    onBothLogs(async (log, onQuiet) => {
      reports.set(log, await runCheckoutChaos({ log, ...(onQuiet && { onQuiet }) }));
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
    expect(Object.keys(report.kills.named).sort()).toEqual([...pointsOn(log, CHECKOUT_POINTS)].sort());
    expect(report.paid).toBeGreaterThan(0);
  },
);
