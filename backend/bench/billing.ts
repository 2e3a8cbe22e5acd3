import { measureNight } from './billing/night.ts';
import { measurePayments } from './billing/payments.ts';
import type { Report } from './report.ts';

/** Measures how long a paying user waits, and the nightly check of all subscriptions. */
export async function benchBilling(report: Report): Promise<void> {
  await measurePayments(report);
  await measureNight(report);
}

/** Runs `benchBilling` without the nightly check. This takes less than a minute. */
export const benchPayments = measurePayments;
