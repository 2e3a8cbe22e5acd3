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

/** The arguments of the call that creates the subscription. */
export type ReadyCheckout = Readonly<{ attemptId: string; customerId: string; priceId: string }>;

/** Prepares a checkout before its intent: finds the price and creates the customer. Each step may be repeated. */
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
      // Stripe already has a subscription of this checkout. `follow` has recorded it, so this checkout is done.
      if (others.length < subscriptions.length) return { kind: 'elsewhere' };
      // Ends the unpaid subscription of an earlier checkout, so that its form cannot be paid any more.
      for (const open of others.filter(({ status }) => !isFinal(status)))
        if (!(await this.stripe.endUnpaid(open))) return await this.#paidElsewhere(userId);
      // Only a user with an earlier customer needs this call. A first checkout creates its customer.
      return gone || (await this.stripe.isDeleted(state.customerId))
        ? await this.#withNewCustomer(userId, checkout, price.id, state.customerId)
        : { kind: 'ready', ready: { attemptId, customerId: state.customerId, priceId: price.id } };
    } catch (error) {
      return this.#outcomeOf(error);
    }
  }

  /** @param deletedCustomerId the earlier customer, which was deleted at Stripe; null: none */
  async #withNewCustomer(
    userId: string,
    checkout: Checkout,
    priceId: string,
    deletedCustomerId: string | null,
  ): Promise<Prepared<ReadyCheckout>> {
    const { attemptId } = checkout;
    const { created, linked } = await this.#link(userId, attemptId, deletedCustomerId);
    if (linked === created) return { kind: 'ready', ready: { attemptId, customerId: created, priceId } };
    // The log does not contain the new customer, so an erasure would not delete it. So this deletes it now.
    await this.stripe.deleteCustomer(created);
    // In the meantime, the user was erased or has started another checkout: see `ForgetCustomer`.
    if (linked === deletedCustomerId) return { kind: 'elsewhere' };
    // In the meantime, the user was linked to another customer, which may have a paid subscription. So this starts again.
    return this.prepare(userId, checkout);
  }

  /**
   * Creates a customer with an idempotency key of the checkout. Stripe remembers the key for longer than a checkout is open, so concurrent or
   * repeated calls get the same customer. `linked`: the customer that the log then contains.
   */
  async #link(
    userId: string,
    attemptId: string,
    deletedCustomerId: string | null,
  ): Promise<Readonly<{ created: string; linked: string | null }>> {
    const email = await this.addresses.addressOf(userId);
    const created = await this.stripe.createCustomer(userId, email, customerKeyOf(attemptId));
    const linkedAt = (await this.clock.now()).toISOString();
    const event: CustomerLinked = subscriptionEvent('CustomerLinked', {
      userId,
      customerId: created,
      linkedAt,
    });
    const { state } = await this.writer.decide(subscriptionStream, userId, (current) =>
      current.customerId === deletedCustomerId && current.checkout?.attemptId === attemptId ? [event] : [],
    );
    return { created, linked: state.customerId };
  }

  /**
   * Returns the outcome for a customer who pays, or has paid, in the form of an earlier checkout. This checkout must not create a second
   * subscription.
   */
  async #paidElsewhere(userId: string): Promise<RefusedAttempt> {
    const { subscriptions } = await this.#followed(userId);
    const isPaid = subscriptions.some(({ status }) => isLive(status));
    // Without a paid subscription, the payment is still running. The next try finds its outcome.
    return isPaid ? refused('subscribed-already') : { ...refused('payment-under-way'), retryable: true };
  }

  async #followed(userId: string): Promise<CustomerState> {
    return (await this.follower.follow(userId, { by: 'create', causeEventId: null })).answer;
  }

  /** Translates an error of Stripe. The worker repeats a preparation to which Stripe did not respond. */
  async #outcomeOf(error: unknown): Promise<RefusedAttempt | Postponement> {
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

/** Returns the idempotency key. For the same key, Stripe creates only one customer, however often the call is repeated. */
export const customerKeyOf = (attemptId: string): string => `customer-${attemptId}`;

const refused = (reason: string): RefusedAttempt => ({
  kind: 'refused',
  reason,
  words: null,
  retryable: false,
});
