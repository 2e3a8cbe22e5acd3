import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import { defineEffect } from '#infrastructure/effects/define-effect.ts';
import {
  openEffects,
  type OpenEffects,
  effectsView,
} from '#infrastructure/effects/open-effects.projection.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { checkoutEvents, checkoutMoveOf, isOfCheckout } from '../../domain/subscription/checkout.ts';
import { observe, type FetchedSubscription } from '../../domain/subscription/observing.ts';
import type { SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { failureOf, type StripeFailure } from '../../gateways/stripe/stripe-failure.ts';
import { CheckoutPreparation } from './checkout-preparation.ts';
import { TIMES } from './checkout-times.ts';

/** All checkouts call the same remote service and share its slots. */
const STRIPE = 'stripe';
export const OPEN_CHECKOUTS = 'billing.open-checkouts';

/** Checkouts that are still open. */
export const openCheckouts: OpenEffects<SubscriptionEvent> = {
  name: OPEN_CHECKOUTS,
  table: 'billing_checkout_due',
  category: subscriptionStream.category,
  key: { userId: 'text', attemptId: 'text' },
  ownedBy: ({ userId }) => ({ ownerId: userId, platform: STRIPE }),
  moveOf: (event) => {
    const isRelevant = isOfCheckout(event) || event.type === 'SubscriptionObserved';
    return isRelevant && event.data.attemptId !== null ? checkoutMoveOf(event) : null;
  },
  // Observations of a checkout that is over must not create a row.
  isOfRow: (move, row) => row !== undefined || move.kind === 'asked',
  indexes: ['platform, due_at, user_id, attempt_id'],
};

/**
 * Creates the subscription of an open checkout at Stripe, once. After a call of unknown outcome, searches the subscriptions of the customer
 * for the id of the checkout. Repeats the call only with the same idempotency key.
 */
export const Checkouts = defineEffect({
  name: 'checkout',
  loop: 'billing.checkouts',
  logger: 'billing',
  needs: { stripe: StripeGateway, preparation: CheckoutPreparation, clock: DatabaseClock, times: TIMES },
  rows: {
    table: effectsView('billing_checkout_due'),
    columns: { userId: 'text', attemptId: 'text' },
    lease: ({ times }) => times.lease,
  },
  readModel: ({ times }) => openEffects(openCheckouts, times),
  cause: ({ attemptId }) => `checkout:${attemptId}`,
  platforms: [STRIPE],
  slots: 8,
  times: ({ times }) => times,
  stream: subscriptionStream,
  streamId: ({ userId }) => userId,
  // The user may have started another checkout in the meantime.
  effectIn: ({ checkout, customerId }, { attemptId }) =>
    checkout?.attemptId === attemptId ? { effect: checkout.effect, task: { checkout, customerId } } : null,
  context: ({ now, random }, { times }, { checkout }) => ({
    // Stripe stores the first response for a key, even an error. A repeated call before a look-up would get the same response.
    rule: 'after-negative-look-up',
    pace: 'limited',
    // Because of the key, a late call creates no second subscription.
    isLateCallHarmless: true,
    visibleAfterMs: times.shownWithin,
    now,
    random,
    firstDueAt: checkout.startedAt,
    times,
  }),
  prepare: ({ checkout }, { userId }, { preparation }) => preparation.prepare(userId, checkout),
  isStillAsked: (state, ready) => ready.customerId === state.customerId,
  call: async (ready, { userId }, { stripe, clock }): Promise<AttemptOutcome<FetchedSubscription>> => {
    try {
      return { kind: 'done', result: await stripe.createSubscription({ userId, ...ready }) };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'unsent') throw new CallNotMade(error);
      return outcomeOf(failure, await clock.now());
    }
  },
  lookUp: async ({ task: { checkout, customerId } }, _, { stripe }) => {
    if (!customerId) return { kind: 'absent' };
    const { subscriptions } = await stripe.customerState(customerId);
    const made = subscriptions.find(({ attemptId }) => attemptId === checkout.attemptId);
    return made ? { kind: 'done', result: made } : { kind: 'absent' };
  },
  events: (state, move, { userId, attemptId }, now) => {
    if (move.kind !== 'done') return checkoutEvents(userId, attemptId, now.toISOString(), move);
    // The engine sends `done` only if no earlier observation has already ended the checkout.
    const answer = { gone: false, subscriptions: [move.result] };
    return observe(state, answer, { userId, by: 'create', causeEventId: null, now });
  },
});

/** Returns the outcome of a call that returned no subscription. */
function outcomeOf(failure: Exclude<StripeFailure, { kind: 'unsent' }>, now: Date): AttemptOutcome<never> {
  switch (failure.kind) {
    case 'busy': {
      const until = new Date(now.getTime() + failure.waitMs).toISOString();
      return { kind: 'postponed', reason: 'rate-limited', words: null, until };
    }
    case 'refused':
      return { kind: 'refused', reason: 'refused', words: failure.words, retryable: false };
    case 'key':
    case 'gone':
      return { kind: 'refused', reason: failure.kind, words: null, retryable: false };
    case 'unclear':
      return { kind: 'unknown', cause: failure.cause, words: null };
  }
}
