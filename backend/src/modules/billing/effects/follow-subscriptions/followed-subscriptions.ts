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

/** Checks a subscription at Stripe, without a webhook. If Stripe cannot be reached, ends Premium all the same when its time is over. */
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
    const hasFollowed = await this.#follow(userId);
    const state = await this.follower.settle(userId);
    if (!hasFollowed) return this.times.firstRetry;
    const now = await this.clock.now();
    return { dueAt: nextCheckAt(state, nextNight(now, userId), now).toISOString() };
  }

  async #follow(userId: string): Promise<boolean> {
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

/** Checks each subscription that is not over every night, and also when Premium ends without a new observation. */
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
  // With 300 ms for each check, eight slots reach the rate limit. Ten thousand checks take less than 15 minutes.
  slots: 8,
  times: ({ times }) => times,
  run: ({ userId }, { look }) => look.check(userId),
});
