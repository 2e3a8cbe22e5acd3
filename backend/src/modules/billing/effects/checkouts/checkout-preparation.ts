import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { Postponement, RefusedAttempt } from '#infrastructure/effects/attempt/rules.ts';
import type { Prepared } from '#infrastructure/effects/effect-kind.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import type { Checkout } from '../../domain/subscription/checkout.ts';
import type { CustomerState } from '../../domain/subscription/observing.ts';
import { isFinal, isLive } from '../../domain/subscription/premium-rule.ts';
import { subscriptionEvent, type CustomerLinked } from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { SubscriptionFollower } from '../follow-subscriptions/subscription-follower.ts';
import { Prices } from '../../gateways/prices/prices.ts';
import { StripeDoor } from '../../gateways/stripe/stripe-door.ts';
import { failureOf, isOfStripe } from '../../gateways/stripe/stripe-failure.ts';

/** The arguments of the call that makes the subscription. */
export type ReadyCheckout = Readonly<{ attemptId: string; customerId: string; priceId: string }>;

/** All steps before the intent. Each is safe to repeat, and stores what the next ones need. */
@Injectable()
export class CheckoutPreparation {
  constructor(
    private readonly stripe: StripeDoor,
    private readonly prices: Prices,
    private readonly follower: SubscriptionFollower,
    private readonly writer: StreamWriter,
    private readonly addresses: MailAddresses,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws errors of log and database */
  async prepare(userId: string, { attemptId, lookupKey }: Checkout): Promise<Prepared<ReadyCheckout>> {
    try {
      const price = await this.prices.find(lookupKey);
      if (!price) return refused('no-price');
      const { state } = await this.follower.load(userId);
      const customerId = state.customerId ?? (await this.#link(userId, attemptId, null));
      if (state.customerId === null)
        return { kind: 'ready', ready: { attemptId, customerId, priceId: price.id } };
      const { gone, subscriptions } = await this.#followed(userId);
      const others = subscriptions.filter((each) => each.attemptId !== attemptId);
      if (others.some(({ status }) => isLive(status))) return refused('subscribed-already');
      // Stripe lists a subscription under this attempt's id, and it has been observed: this checkout is done.
      if (others.length < subscriptions.length) return { kind: 'elsewhere' };
      // Closes the form of an earlier checkout before another one opens.
      for (const open of others.filter(({ status }) => !isFinal(status)))
        if (!(await this.stripe.endUnpaid(open))) return await this.#paidElsewhere(userId);
      const current = gone ? await this.#link(userId, attemptId, customerId) : customerId;
      return { kind: 'ready', ready: { attemptId, customerId: current, priceId: price.id } };
    } catch (error) {
      return this.#put(error);
    }
  }

  /**
   * Makes the person's customer under a key of the checkout. A checkout is younger than Stripe's memory of keys, and concurrent callers get
   * the same customer.
   * @param instead the customer that was deleted at Stripe
   */
  async #link(userId: string, attemptId: string, instead: string | null): Promise<string> {
    const email = await this.addresses.of(userId);
    const customerId = await this.stripe.createCustomer(userId, email, customerKeyOf(attemptId));
    const linkedAt = (await this.clock.now()).toISOString();
    const linked: CustomerLinked = subscriptionEvent('CustomerLinked', { userId, customerId, linkedAt });
    const { state } = await this.writer.decide(subscriptionStream, userId, (now) =>
      // A user who was erased meanwhile has no checkout: see `ForgetCustomer`.
      now.customerId === instead && now.checkout?.attemptId === attemptId ? [linked] : [],
    );
    return state.customerId ?? customerId;
  }

  /** The customer pays in the window of an earlier checkout. That payment stands, and this checkout makes no second subscription. */
  async #paidElsewhere(userId: string): Promise<RefusedAttempt> {
    const { subscriptions } = await this.#followed(userId);
    const isPaid = subscriptions.some(({ status }) => isLive(status));
    // Otherwise the payment is under way. The next try sees its outcome.
    return isPaid ? refused('subscribed-already') : { ...refused('payment-under-way'), retryable: true };
  }

  async #followed(userId: string): Promise<CustomerState> {
    return (await this.follower.follow(userId, { by: 'create', causeEventId: null })).answer;
  }

  /** The worker repeats a preparation that Stripe did not answer. A repetition finds everything that was made. */
  async #put(error: unknown): Promise<RefusedAttempt | Postponement> {
    const failure = failureOf(error);
    switch (failure.kind) {
      case 'busy': {
        const until = new Date((await this.clock.now()).getTime() + failure.waitMs).toISOString();
        return { kind: 'postponed', reason: 'rate-limited', words: null, until };
      }
      case 'refused':
        return { ...refused('refused'), words: failure.words };
      case 'key':
        return refused('key');
      case 'gone':
      case 'unsent':
      case 'unclear':
        if (!isOfStripe(error)) throw error;
        return { ...refused('unreachable'), retryable: true };
    }
  }
}

/** Stripe makes one customer under a key, however often the call is repeated. */
export const customerKeyOf = (attemptId: string): string => `customer-${attemptId}`;

const refused = (reason: string): RefusedAttempt => ({
  kind: 'refused',
  reason,
  words: null,
  retryable: false,
});
