import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CreateSubscriptionReply } from '@posthorn/contracts/billing/billing.http';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { TIMES, type CheckoutTimes } from '../../effects/checkouts/checkout-times.ts';
import { Checkouts, OPEN_CHECKOUTS } from '../../effects/checkouts/checkouts.ts';
import type { Checkout } from '../../domain/subscription/checkout.ts';
import { startCheckout } from '../../domain/subscription/start-checkout.ts';
import { planOf, subscriptionStream, type Subscription } from '../../domain/subscription/subscription.ts';
import { SubscriptionFollower } from '../../effects/follow-subscriptions/subscription-follower.ts';
import { Prices } from '../../gateways/prices/prices.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { StripeRefused, StripeUnavailable } from '../../gateways/stripe/stripe-errors.ts';
import type { FetchedSubscription } from '../../domain/subscription/observing.ts';

/** The wait between two checks of the checkout, in milliseconds. It doubles with each check, up to `most`. */
const CHECK_AGAIN_AFTER = { first: 25, most: 250 } as const;

/** Starts a checkout, or continues the open one. Returns what the browser needs to open the payment form. */
export class Subscribe extends Command<CreateSubscriptionReply> {
  constructor(readonly userId: string) {
    super();
  }
}

@CommandHandler(Subscribe)
export class SubscribeHandler implements ICommandHandler<Subscribe> {
  constructor(
    private readonly prices: Prices,
    private readonly stripe: StripeGateway,
    private readonly follower: SubscriptionFollower,
    private readonly writer: StreamWriter,
    @Inject(Checkouts) private readonly checkouts: WorkerLoop,
    private readonly gate: ReadGate,
    private readonly clock: DatabaseClock,
    @Inject(TIMES) private readonly times: CheckoutTimes,
  ) {}

  /** @throws CheckoutIsBusy, PaymentIsNeeded, StripeNotConfigured, StripeUnavailable, StripeRefused, errors of Stripe */
  async execute({ userId }: Subscribe): Promise<CreateSubscriptionReply> {
    // Without configuration, the request must fail before a checkout starts.
    this.stripe.assertConfigured();
    const { state: known } = await this.follower.load(userId);
    if (planOf(known) === 'premium') return alreadyPremium(known);
    const { lookupKey, amount, currency } = await this.prices.step();
    // Without a price at Stripe, no checkout must start.
    if (!(await this.prices.find(lookupKey))) throw new StripeUnavailable();
    await this.follower.follow(userId, { by: 'create', causeEventId: null });
    const now = await this.clock.now();
    const attemptId = randomUUID();
    const { state } = await this.writer.decide(subscriptionStream, userId, (current) =>
      startCheckout(current, { userId, attemptId, lookupKey, amount, currency, now }),
    );
    if (planOf(state) === 'premium') return alreadyPremium(state);
    const after = await this.#outcome(userId, state.checkout);
    // In the meantime, the customer has paid in the form of an earlier checkout.
    return planOf(after) === 'premium' && after.checkout?.effect.status === 'failed'
      ? alreadyPremium(after)
      : this.#reply(userId, after);
  }

  /** Waits until the worker has finished the checkout. The checkout continues even if the request ends. */
  async #outcome(userId: string, requested: Checkout | null): Promise<Subscription> {
    const until = performance.now() + this.times.answerWithin;
    await this.gate.waitFor([OPEN_CHECKOUTS]);
    this.checkouts.wake();
    for (let wait: number = CHECK_AGAIN_AFTER.first; ; wait = Math.min(2 * wait, CHECK_AGAIN_AFTER.most)) {
      const { state } = await this.follower.load(userId);
      const { checkout } = state;
      if (!checkout || checkout.attemptId !== requested?.attemptId) throw new StripeUnavailable();
      const { status, lastReason, lastWords } = checkout.effect;
      if (status === 'done' || (status === 'failed' && planOf(state) === 'premium')) return state;
      if (status === 'failed')
        throw lastReason === 'refused' ? new StripeRefused(lastWords) : new StripeUnavailable();
      if (performance.now() + wait > until) throw new StripeUnavailable();
      await pause(wait);
    }
  }

  /** Reads the secret of the form from Stripe. The product never stores this secret. */
  async #reply(userId: string, { observed }: Subscription): Promise<CreateSubscriptionReply> {
    if (!observed) throw new StripeUnavailable();
    const { fetched, secret } = await this.stripe.withSecret(observed.subscriptionId);
    // In the meantime, the customer may have paid in another window.
    if (fetched.status !== observed.status)
      await this.follower.follow(userId, { by: 'create', causeEventId: null });
    return checkoutReply(fetched, secret);
  }
}

const alreadyPremium = ({ observed }: Subscription): CreateSubscriptionReply => ({
  clientSecret: null,
  intentType: null,
  status: 'active',
  subscriptionId: observed?.subscriptionId ?? null,
});

/** Returns the next step of the browser for a subscription, as Stripe has returned it. */
function checkoutReply(
  { subscriptionId, status, intent }: Pick<FetchedSubscription, 'subscriptionId' | 'status' | 'intent'>,
  secret: string | null,
): CreateSubscriptionReply {
  if (secret !== null && intent !== null)
    return { clientSecret: secret, intentType: intent, status: 'incomplete', subscriptionId };
  const isPaid = status === 'active' || status === 'trialing';
  return { clientSecret: null, intentType: null, status: isPaid ? 'active' : 'incomplete', subscriptionId };
}
