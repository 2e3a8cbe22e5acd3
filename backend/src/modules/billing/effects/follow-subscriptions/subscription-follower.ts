import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { observe, settlePremium, type CustomerState } from '../../domain/subscription/observing.ts';
import {
  subscriptionEvent,
  type CustomerLinked,
  type ObservedBy,
  type SubscriptionEvent,
} from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream, type Subscription } from '../../domain/subscription/subscription.ts';
import { PremiumSubscriptions } from '../../gateways/prices/premium-subscriptions.ts';
import { BillingAlarms } from './billing-alarms.ts';

const TRIES = 5;

type Why = Readonly<{ by: ObservedBy; causeEventId: string | null }>;
type Followed = Readonly<{
  state: Subscription;
  answer: CustomerState;
  appended: readonly SubscriptionEvent[];
}>;

const NOTHING: CustomerState = { gone: false, subscriptions: [] };

/**
 * Reads a user's subscriptions to Premium from Stripe, and records changes. Loads the stream before the request to Stripe, and appends at exactly
 * this revision. So a slow response never overwrites a newer one.
 */
@Injectable()
export class SubscriptionFollower {
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly subscriptions: PremiumSubscriptions,
    private readonly clock: DatabaseClock,
    private readonly alarms: BillingAlarms,
  ) {}

  load(userId: string): Promise<Readonly<{ state: Subscription; revision: bigint | null }>> {
    return this.reader.load(subscriptionStream, userId);
  }

  /** Records nothing for a user without a customer. @throws errors of Stripe; ConcurrencyError after five conflicts in a row */
  async follow(userId: string, { by, causeEventId }: Why): Promise<Followed> {
    for (let attempt = 1; ; attempt++) {
      const { state: before, revision } = await this.load(userId);
      if (before.customerId === null) return { state: before, answer: NOTHING, appended: [] };
      const answer = await this.subscriptions.of(before.customerId, before.observed?.subscriptionId ?? null);
      const now = await this.clock.now();
      try {
        const { state, appended } = await this.writer.decide(
          subscriptionStream,
          userId,
          (current) => observe(current, answer, { userId, by, causeEventId, now }),
          { expected: revision },
        );
        this.alarms.followed({ userId, by, before, after: state, answer, appended });
        return { state, answer, appended };
      } catch (error) {
        if (!(error instanceof ConcurrencyError) || attempt === TRIES) throw error;
      }
    }
  }

  /** Ends Premium if its time is over, without a request to Stripe. */
  async settle(userId: string): Promise<Subscription> {
    const now = await this.clock.now();
    const { state } = await this.writer.decide(subscriptionStream, userId, (current) =>
      settlePremium(current, userId, now),
    );
    return state;
  }

  /** Links the user to a customer whose metadata contains the user's id. Returns false if the user is linked to another customer. */
  async adopt(userId: string, customerId: string): Promise<boolean> {
    const linkedAt = (await this.clock.now()).toISOString();
    const linked: CustomerLinked = subscriptionEvent('CustomerLinked', { userId, customerId, linkedAt });
    const { state } = await this.writer.decide(subscriptionStream, userId, (current) =>
      current.customerId === null ? [linked] : [],
    );
    return state.customerId === customerId;
  }
}
