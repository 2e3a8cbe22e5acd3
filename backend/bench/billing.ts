import { night } from './billing/night.ts';
import { payments } from './billing/payments.ts';
import type { Report } from './report.ts';

/** What somebody who pays waits for, and the look of the night through all subscriptions. */
export async function benchBilling(report: Report): Promise<void> {
  await payments(report);
  await night(report);
}

/** The first of them alone: less than a minute. */
export const benchPayments = payments;
