import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { StripeDoor } from '../stripe/stripe-door.ts';
import { isOfStripe } from '../stripe/stripe-failure.ts';
import { customerOf } from '../webhook/customer-of.ts';
import { Customers } from './customers.ts';
import { NightRows, type NightKey } from './following-rows.ts';
import { FOLLOWING, type FollowingTimes } from './following-times.ts';
import { nextNight } from './nights.ts';

const hour = 3_600_000;
/** What was made at Stripe since then is looked through, in milliseconds. */
const MADE_SINCE = 48 * hour;
/** Stripe goes on delivering for so long (docs.stripe.com/webhooks). */
const DELIVERED_FOR = 72 * hour;

/**
 * Each night, and at once where one was missed: what Stripe has and nobody here was told of. Only customers are taken from what it lists;
 * how their subscription is, is asked as ever.
 */
@Injectable()
export class NightlyLook extends WorkerLoop<NightKey, ''> {
  protected override readonly loop: WorkLoop<NightKey, ''>;
  readonly #logger = new Logger('billing');

  constructor(
    private readonly settings: Configuration,
    private readonly rows: NightRows,
    private readonly stripe: StripeDoor,
    private readonly customers: Customers,
    private readonly clock: DatabaseClock,
    engine: EffectEngine,
    @Inject(FOLLOWING) private readonly times: FollowingTimes,
  ) {
    super(settings);
    this.loop = engine.leasedWork(
      {
        name: 'billing-night',
        actor: 'billing-night',
        causeOf: () => 'night',
        run: (row) => this.#look(row),
      },
      rows,
      {
        name: 'billing.night',
        platforms: [''],
        slots: 1,
        logger: this.#logger,
        times: { ...times, tick: times.nightTick },
      },
    );
  }

  async #look(row: Work<NightKey, ''>): Promise<void> {
    const now = await this.clock.now();
    try {
      if (this.settings.stripe) await this.#reconcile(now);
      await this.rows.release(row, nextNight(now, 'night').toISOString());
    } catch (error) {
      if (!isOfStripe(error)) throw error;
      this.#logger.warn({ msg: 'The nightly look at Stripe broke off and begins anew', err: error });
      await this.rows.putBack(row, this.times.firstRetry);
    }
  }

  async #reconcile(now: Date): Promise<void> {
    const since = (millis: number) => new Date(now.getTime() - millis);
    const made = await this.stripe.customersSince(since(MADE_SINCE));
    const undelivered = await this.stripe.undelivered(since(DELIVERED_FOR));
    const told = undelivered.flatMap((event) => customerOf(event) ?? []);
    // After a restored backup those are among them who have paid since.
    const forgotten = await this.customers.unknownAmong(await this.stripe.customersNow());
    for (const customerId of new Set([...made, ...told, ...forgotten]))
      await this.customers.follow(customerId, { by: 'nightly', causeEventId: null });
  }
}
