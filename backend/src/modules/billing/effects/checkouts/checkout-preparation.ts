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
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { failureOf, isStripeError } from '../../gateways/stripe/stripe-failure.ts';

/** The arguments of the call that makes the subscription. */
export type ReadyCheckout = Readonly<{ attemptId: string; customerId: string; priceId: string }>;

/** All steps before the intent. Each is safe to repeat, and stores what the next ones need. */
@Injectable()
export class CheckoutPreparation {
  constructor(
    private readonly stripe: StripeGateway,
    private readonly prices: Prices,
    private readonly follower: SubscriptionFollower,
    private readonly writer: StreamWriter,
    private readonly addresses: MailAddresses,
    private readonly clock: DatabaseClock,
  ) {}

  /** @throws errors of log and database */
  async prepare(userId: string, checkout: Checkout): Promise<Prepared<ReadyCheckout>> {
    const { attemptId, lookupKey } = checkout;
    try {
      const price = await this.prices.find(lookupKey);
      if (!price) return refused('no-price');
      const { state } = await this.follower.load(userId);
      if (state.customerId === null) return await this.#withNewCustomer(userId, checkout, price.id, null);
      const { gone, subscriptions } = await this.#followed(userId);
      const others = subscriptions.filter((each) => each.attemptId !== attemptId);
      if (others.some(({ status }) => isLive(status))) return refused('subscribed-already');
      // Stripe lists a subscription under this attempt's id, and it has been observed: this checkout is done.
      if (others.length < subscriptions.length) return { kind: 'elsewhere' };
      // Closes the form of an earlier checkout before another one opens.
      for (const open of others.filter(({ status }) => !isFinal(status)))
        if (!(await this.stripe.endUnpaid(open))) return await this.#paidElsewhere(userId);
      return gone
        ? await this.#withNewCustomer(userId, checkout, price.id, state.customerId)
        : { kind: 'ready', ready: { attemptId, customerId: state.customerId, priceId: price.id } };
    } catch (error) {
      return this.#put(error);
    }
  }

  /** @param instead the customer that was deleted at Stripe */
  async #withNewCustomer(
    userId: string,
    checkout: Checkout,
    priceId: string,
    instead: string | null,
  ): Promise<Prepared<ReadyCheckout>> {
    const { attemptId } = checkout;
    const { made, linked } = await this.#link(userId, attemptId, instead);
    if (linked === made) return { kind: 'ready', ready: { attemptId, customerId: made, priceId } };
    // Only this checkout knows the customer. Without deletion it would stay at Stripe after an erasure.
    await this.stripe.deleteCustomer(made);
    // The user was erased meanwhile, or has started another checkout: see `ForgetCustomer`.
    if (linked === instead) return { kind: 'elsewhere' };
    // A customer was adopted meanwhile, which may have a paid subscription.
    return this.prepare(userId, checkout);
  }

  /**
   * Makes the person's customer under a key of the checkout. A checkout is younger than Stripe's memory of keys, and concurrent callers get
   * the same customer. `linked`: the customer that the log names afterwards.
   */
  async #link(
    userId: string,
    attemptId: string,
    instead: string | null,
  ): Promise<Readonly<{ made: string; linked: string | null }>> {
    const email = await this.addresses.addressOf(userId);
    const made = await this.stripe.createCustomer(userId, email, customerKeyOf(attemptId));
    const linkedAt = (await this.clock.now()).toISOString();
    const event: CustomerLinked = subscriptionEvent('CustomerLinked', { userId, customerId: made, linkedAt });
    const { state } = await this.writer.decide(subscriptionStream, userId, (now) =>
      now.customerId === instead && now.checkout?.attemptId === attemptId ? [event] : [],
    );
    return { made, linked: state.customerId };
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
        if (!isStripeError(error)) throw error;
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
