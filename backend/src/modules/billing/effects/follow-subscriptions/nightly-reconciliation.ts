import { Inject, Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork, type NextRun } from '#infrastructure/effects/define-leased-work.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { isStripeError } from '../../gateways/stripe/stripe-failure.ts';
import { customerOf } from '../../gateways/stripe/customer-of.ts';
import { Customers } from './customers.ts';
import { FOLLOWING, type FollowingTimes } from './following-times.ts';
import { nextNight } from '../../domain/subscription/nights.ts';

const hour = 3_600_000;
/** The nightly check reads the customers of the subscriptions that were created within this time, in milliseconds. */
const CREATED_WITHIN = 48 * hour;
/** How long Stripe repeats a delivery, in milliseconds (docs.stripe.com/webhooks). */
const DELIVERED_FOR = 72 * hour;

/** Finds changes at Stripe that no webhook reported. Uses only the customer ids in Stripe's lists, and then reads each customer as usual. */
@Injectable()
export class StripeReconciliation {
  readonly #logger = new Logger('billing');

  constructor(
    private readonly settings: Configuration,
    private readonly pool: Pool,
    private readonly stripe: StripeGateway,
    private readonly customers: Customers,
    private readonly clock: DatabaseClock,
    @Inject(FOLLOWING) private readonly times: FollowingTimes,
  ) {}

  /** Makes the nightly check due now. */
  async makeDue(): Promise<void> {
    await this.pool.query('update billing.night set due_at = now()');
  }

  async run(): Promise<NextRun> {
    const now = await this.clock.now();
    try {
      if (this.settings.stripe) await this.#reconcile(now);
      return { dueAt: nextNight(now, 'night').toISOString() };
    } catch (error) {
      if (!isStripeError(error)) throw error;
      this.#logger.warn({
        msg: 'The nightly reconciliation with Stripe failed; it starts again soon',
        err: error,
      });
      return this.times.firstRetry;
    }
  }

  async #reconcile(now: Date): Promise<void> {
    const timeBefore = (millis: number) => new Date(now.getTime() - millis);
    const recent = await this.stripe.customersSince(timeBefore(CREATED_WITHIN));
    const undelivered = await this.stripe.undelivered(timeBefore(DELIVERED_FOR));
    const reported = undelivered.flatMap((event) => customerOf(event) ?? []);
    // After the restore of a backup, these include customers who have paid after the backup.
    const unlinked = await this.customers.unknownAmong(await this.stripe.customersNow());
    for (const customerId of new Set([...recent, ...reported, ...unlinked]))
      await this.customers.follow(customerId, { by: 'nightly', causeEventId: null });
  }
}

/** Runs each night. If the product was down at night, runs when it starts. */
export const NightlyReconciliation = defineLeasedWork({
  name: 'billing-night',
  loop: 'billing.night',
  logger: 'billing',
  needs: { stripe: StripeReconciliation, times: FOLLOWING },
  rows: { table: 'billing.night', columns: { id: 'int' }, lease: ({ times }) => times.lease },
  cause: () => 'night',
  slots: 1,
  times: ({ times }) => ({ ...times, tick: times.nightTick }),
  run: (_, { stripe }) => stripe.run(),
});
