import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { CheckoutEvent, SubscriptionEvent, SubscriptionObserved } from './subscription-events.ts';

/** One wish to subscribe, and how far it has come. Done as soon as its subscription has been observed, by whomever. */
export type Checkout = Readonly<{
  attemptId: string;
  lookupKey: string;
  amount: number;
  currency: string;
  startedAt: string;
  effect: Effect;
}>;

export const isOfCheckout = (event: SubscriptionEvent): event is CheckoutEvent =>
  event.type.startsWith('Checkout');

/** What one event makes of the last checkout. Late news of an earlier one changes nothing about it. */
export function checkoutAfter(
  before: Checkout | null,
  event: CheckoutEvent | SubscriptionObserved,
): Checkout | null {
  if (event.type === 'CheckoutStarted') {
    const { attemptId, lookupKey, amount, currency, startedAt } = event.data;
    const effect = evolve(NEW_EFFECT, checkoutMoveOf(event));
    return { attemptId, lookupKey, amount, currency, startedAt, effect };
  }
  if (before?.attemptId !== event.data.attemptId) return before;
  if (event.type === 'SubscriptionObserved' && before.effect.status === 'done') return before;
  return { ...before, effect: evolve(before.effect, checkoutMoveOf(event)) };
}

/** An event of the checkout that it names, as a move. */
export function checkoutMoveOf(event: CheckoutEvent | SubscriptionObserved): Move<null> {
  switch (event.type) {
    case 'CheckoutStarted': {
      const { startedAt: at } = event.data;
      return { kind: 'asked', at, nextAt: at, lookUntil: null, atOwnRisk: false };
    }
    case 'CheckoutAttempted': {
      const { callId: attemptId, number, startedAt, startBy, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy, deadline };
    }
    case 'CheckoutNotAttempted': {
      const { callId: attemptId, reason, nextAt } = event.data;
      return { kind: 'notStarted', attemptId, reason, nextAt };
    }
    case 'CheckoutUnknown': {
      const { callId: attemptId, cause, words, nextAt, lookUntil } = event.data;
      return { kind: 'unknown', attemptId, cause, words, nextAt, lookUntil };
    }
    case 'CheckoutLookedUp': {
      const { callId: attemptId, result, words, at, nextAt } = event.data;
      return { kind: 'lookedUp', attemptId, result, words, at, nextAt };
    }
    case 'CheckoutPostponed': {
      const { callId: attemptId, reason, words, until } = event.data;
      return { kind: 'postponed', attemptId, reason, words, until };
    }
    case 'CheckoutFailed': {
      const { callId: attemptId, reason, words, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words, retryAt };
    }
    case 'SubscriptionObserved':
      return {
        kind: 'done',
        attemptId: null,
        result: null,
        evidence: event.data.by === 'create' ? 'answer' : 'look-up',
        at: event.data.observedAt,
      };
  }
}

/** A move as the event of this checkout that tells it; a success is told by what was observed, and needs none. */
export function checkoutEvents(userId: string, attemptId: string, at: string, move: Move): CheckoutEvent[] {
  const of = { userId, attemptId };
  switch (move.kind) {
    case 'started': {
      const { attemptId: callId, number, startedAt, startBy, deadline } = move;
      const data = { ...of, callId, number, startedAt, startBy, deadline };
      return [{ type: 'CheckoutAttempted', schema: 1, data }];
    }
    case 'notStarted': {
      const { attemptId: callId, reason, nextAt } = move;
      return [{ type: 'CheckoutNotAttempted', schema: 1, data: { ...of, callId, reason, nextAt } }];
    }
    case 'unknown': {
      const { attemptId: callId, cause, words, nextAt, lookUntil } = move;
      return [
        { type: 'CheckoutUnknown', schema: 1, data: { ...of, callId, cause, words, nextAt, lookUntil } },
      ];
    }
    case 'lookedUp': {
      const { attemptId: callId, result, words, nextAt } = move;
      const data = { ...of, callId, result, words, at: move.at, nextAt };
      return [{ type: 'CheckoutLookedUp', schema: 1, data }];
    }
    case 'postponed': {
      const { attemptId: callId, reason, words, until } = move;
      return [{ type: 'CheckoutPostponed', schema: 1, data: { ...of, callId, reason, words, until } }];
    }
    case 'failed': {
      const { attemptId: callId, reason, words, retryAt } = move;
      const data = { ...of, callId, reason, words, retryAt, failedAt: at };
      return [{ type: 'CheckoutFailed', schema: 1, data }];
    }
    // A checkout waits for no account, is not taken back, and Stripe answers at once.
    case 'asked':
    case 'prepared':
    case 'accepted':
    case 'done':
    case 'doneAgain':
    case 'resumed':
    case 'cancelled':
    case 'other':
      return [];
  }
}
