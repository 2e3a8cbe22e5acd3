import { Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork, type NextRun } from '#infrastructure/effects/define-leased-work.ts';
import { isStripeError } from '../../gateways/stripe/stripe-failure.ts';
import { StripeNotConfigured } from '../../gateways/stripe/stripe-errors.ts';
import { nextCheckAt } from '../../domain/subscription/premium-rule.ts';
import { FOLLOWING, type FollowingTimes } from './following-times.ts';
import { SubscriptionCheckRate } from './subscription-check-rate.ts';
import { nextNight } from '../../domain/subscription/nights.ts';
import { SubscriptionFollower } from './subscription-follower.ts';
import { FOLLOWED_VIEW } from '../../read-models/followed-subscriptions/followed-subscriptions.projection.ts';

/** Checks one subscription at Stripe without an outside trigger. Premium also ends by time alone while Stripe is unreachable. */
@Injectable()
export class CheckSubscription {
  readonly #logger = new Logger('billing');

  constructor(
    private readonly follower: SubscriptionFollower,
    private readonly clock: DatabaseClock,
    private readonly pace: SubscriptionCheckRate,
    @Inject(FOLLOWING) private readonly times: FollowingTimes,
  ) {}

  async check(userId: string): Promise<NextRun> {
    const isAsked = await this.#ask(userId);
    const state = await this.follower.settle(userId);
    if (!isAsked) return this.times.firstRetry;
    const now = await this.clock.now();
    return { dueAt: nextCheckAt(state, nextNight(now, userId), now).toISOString() };
  }

  async #ask(userId: string): Promise<boolean> {
    await this.pace.turn();
    try {
      await this.follower.follow(userId, { by: 'nightly', causeEventId: null });
      return true;
    } catch (error) {
      if (!isStripeError(error) && !(error instanceof StripeNotConfigured)) throw error;
      this.#logger.warn({
        msg: 'A subscription could not be read from Stripe; Posthorn reads it again soon',
        userId,
        err: error,
      });
      return false;
    }
  }
}

/** Checks each user whose subscription is not over every night, and at the moment when time alone ends Premium. */
export const FollowedSubscriptions = defineLeasedWork({
  name: 'billing-following',
  loop: 'billing.following',
  logger: 'billing',
  needs: { look: CheckSubscription, times: FOLLOWING },
  rows: {
    table: FOLLOWED_VIEW,
    columns: { userId: 'text' },
    lease: ({ times }) => times.lease,
  },
  cause: ({ userId }) => `subscription:${userId}`,
  // At 300 ms each, this reaches the allowed pace: ten thousand take less than a quarter of an hour.
  slots: 8,
  times: ({ times }) => times,
  run: ({ userId }, { look }) => look.check(userId),
});
