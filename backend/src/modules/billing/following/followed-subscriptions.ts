import { Inject, Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { nextLookAt } from '../domain/next-look.ts';
import { isOfStripe } from '../stripe/stripe-failure.ts';
import { StripeNotConfigured } from '../stripe/stripe-errors.ts';
import { FollowingRows, type FollowedKey } from './following-rows.ts';
import { FOLLOWING, type FollowingTimes } from './following-times.ts';
import { LookPace } from './look-pace.ts';
import { nextNight } from './nights.ts';
import { SubscriptionFollower } from './subscription-follower.ts';

/** Looks at a time: at 300 ms each as many as the pace allows, so that ten thousand take less than a quarter of an hour. */
const SLOTS = 8;

/**
 * Asks Stripe without a reason from outside: each night about everybody whose subscription is not over, and at the moment at which time
 * alone ends Premium. What time ends it ends when Stripe cannot be asked, too.
 */
@Injectable()
export class FollowedSubscriptions extends WorkerLoop<FollowedKey, ''> {
  protected override readonly loop: WorkLoop<FollowedKey, ''>;
  readonly #logger = new Logger('billing');

  constructor(
    configuration: Configuration,
    private readonly rows: FollowingRows,
    private readonly follower: SubscriptionFollower,
    private readonly clock: DatabaseClock,
    private readonly pace: LookPace,
    engine: EffectEngine,
    @Inject(FOLLOWING) private readonly times: FollowingTimes,
  ) {
    super(configuration);
    this.loop = engine.leasedWork(
      {
        name: 'billing-following',
        actor: 'billing-following',
        causeOf: ({ userId }) => `subscription:${userId}`,
        run: (row) => this.#look(row),
      },
      rows,
      { name: 'billing.following', platforms: [''], slots: SLOTS, times, logger: this.#logger },
    );
  }

  async #look(row: Work<FollowedKey, ''>): Promise<void> {
    const { userId } = row;
    const isAsked = await this.#ask(userId);
    const state = await this.follower.settle(userId);
    if (!isAsked) return this.rows.putBack(row, this.times.firstRetry);
    const now = await this.clock.now();
    await this.rows.release(row, nextLookAt(state, nextNight(now, userId), now).toISOString());
  }

  async #ask(userId: string): Promise<boolean> {
    await this.pace.turn();
    try {
      await this.follower.follow(userId, { by: 'nightly', causeEventId: null });
      return true;
    } catch (error) {
      if (!isOfStripe(error) && !(error instanceof StripeNotConfigured)) throw error;
      this.#logger.warn({ msg: 'Stripe cannot be asked about a subscription', userId, err: error });
      return false;
    }
  }
}
