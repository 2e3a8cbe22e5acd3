import { night } from './billing/night.ts';
import { payments } from './billing/payments.ts';
import type { Report } from './report.ts';

/** Measures how long a paying user waits, and the nightly check of all subscriptions. */
export async function benchBilling(report: Report): Promise<void> {
  await payments(report);
  await night(report);
}

/** Runs only the first part, which takes less than a minute. */
export const benchPayments = payments;
