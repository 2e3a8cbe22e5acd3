import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import type { CheckoutEvent, SubscriptionEvent, SubscriptionObserved } from './subscription-events.ts';

/** A user's attempt to subscribe, and its state. It is done when an observation shows its subscription. */
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

/** Applies one event to the last checkout. Late events of an earlier checkout change nothing. */
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

const story = effectStory<CheckoutEvent>(
  {
    asked: { type: 'CheckoutStarted', named: { at: 'startedAt' }, isOnlyRead: true },
    started: { type: 'CheckoutAttempted' },
    notStarted: { type: 'CheckoutNotAttempted' },
    unknown: { type: 'CheckoutUnknown' },
    lookedUp: { type: 'CheckoutLookedUp' },
    postponed: { type: 'CheckoutPostponed' },
    failed: { type: 'CheckoutFailed' },
  },
  // What the engine names an attempt is one call to Stripe. In these events, `attemptId` is the id of the checkout, and `callId` is the id of the call.
  { attemptId: 'callId' },
);

/** Translates an event into a move of the checkout to which the event belongs. */
export function checkoutMoveOf(event: CheckoutEvent | SubscriptionObserved): Move<null> {
  if (event.type !== 'SubscriptionObserved') return story.moveOf(event);
  const { by, observedAt: at } = event.data;
  const evidence = by === 'create' ? 'answer' : 'look-up';
  return { kind: 'done', attemptId: null, result: null, evidence, at };
}

/** Translates a move into events of this checkout. A success has no event here, because `SubscriptionObserved` records it. */
export function checkoutEvents(userId: string, attemptId: string, at: string, move: Move): CheckoutEvent[] {
  const event = story.eventOf(move);
  if (!event) return [];
  const failed = move.kind === 'failed' ? { failedAt: at } : {};
  const data = { userId, attemptId, ...event.data, ...failed };
  return [{ type: event.type, schema: 1, data } as unknown as CheckoutEvent];
}
