import { specify } from '@posthorn/event-sourcing/testing';
import { expect, it } from '@jest/globals';
import { checkoutEvents, checkoutMoveOf } from './checkout.ts';
import { startCheckout } from './start-checkout.ts';
import { subscriptionEvent, type CheckoutEvent, type CheckoutFailed } from './subscription-events.ts';
import { subscriptionStream, type Subscription } from './subscription.ts';
import { ATTEMPT, day, fetched, observed, started } from '../testing/subscription-samples.ts';

const given = specify(subscriptionStream);
const OTHER = '00000000-0000-4000-8000-000000000002';
const checkoutAt =
  (at: string, lookupKey = 'premium_1900_usd_month') =>
  (state: Subscription) =>
    startCheckout(state, {
      userId: 'ana',
      attemptId: OTHER,
      lookupKey,
      amount: 1900,
      currency: 'usd',
      now: new Date(at),
    });
const newCheckoutStarted = (at: string, lookupKey?: string) =>
  started({ attemptId: OTHER, startedAt: at, ...(lookupKey !== undefined && { lookupKey }) });
const failed = (reason: string, at: string): CheckoutFailed =>
  subscriptionEvent('CheckoutFailed', {
    userId: 'ana',
    attemptId: ATTEMPT,
    callId: null,
    reason,
    words: null,
    retryAt: null,
    failedAt: at,
  });
const call = {
  userId: 'ana',
  attemptId: ATTEMPT,
  callId: 'c1',
  number: 1,
  startedAt: day(0),
  startBy: day(0),
  deadline: day(0.001),
};
const attempted: CheckoutEvent = subscriptionEvent('CheckoutAttempted', call);
const unknown: CheckoutEvent = subscriptionEvent('CheckoutUnknown', {
  userId: 'ana',
  attemptId: ATTEMPT,
  callId: 'c1',
  cause: 'timeout',
  words: null,
  nextAt: null,
  lookUntil: null,
});
const incomplete = observed({ status: 'incomplete', intent: 'payment' });

it("starts a checkout, and continues it while its secret is usable and its price is today's", () => {
  given()
    .when(checkoutAt(day(0)))
    .then(newCheckoutStarted(day(0)));
  given(started())
    .when(checkoutAt(day(0.5)))
    .then();
  given(started(), attempted)
    .when(checkoutAt(day(0)))
    .then();
  given(started(), attempted, unknown)
    .when(checkoutAt(day(0.5)))
    .then();
  given(started(), attempted, incomplete)
    .when(checkoutAt(day(0.9)))
    .then();
});
it('starts a new checkout when the old one is too old, more expensive, refused or over', () => {
  given(started(), attempted, incomplete)
    .when(checkoutAt(day(0.92)))
    .then(newCheckoutStarted(day(0.92)));
  given(started())
    .when(checkoutAt(day(0.92)))
    .then(failed('superseded', day(0.92)), newCheckoutStarted(day(0.92)));
  given(started())
    .when(checkoutAt(day(0.1), 'premium_2900_usd_month'))
    .then(failed('superseded', day(0.1)), newCheckoutStarted(day(0.1), 'premium_2900_usd_month'));
  given(started(), failed('refused', day(0)))
    .when(checkoutAt(day(0.1)))
    .then(newCheckoutStarted(day(0.1)));
  given(started(), attempted, observed({ status: 'canceled' }))
    .when(checkoutAt(day(0.1)))
    .then(newCheckoutStarted(day(0.1)));
});
it('does not start a checkout while the outcome of a call is unknown', () => {
  given(started(), attempted)
    .when(checkoutAt(day(1)))
    .thenRejects('billing.busy');
  given(started(), attempted, unknown)
    .when(checkoutAt(day(1)))
    .thenRejects('billing.busy');
});
it('does not start a checkout for a Premium user, or while a subscription awaits payment', () => {
  const granted = subscriptionEvent('PremiumGranted', { userId: 'ana', cause: 'complimentary' });
  given(granted)
    .when(checkoutAt(day(0)))
    .then();
  for (const status of ['past_due', 'unpaid', 'paused', 'suspended'])
    given(observed({ status }))
      .when(checkoutAt(day(20)))
      .thenRejects('billing.payment-needed');
});

it('completes a checkout on the first observation of its own subscription only', () => {
  const stateOf = (...events: Parameters<typeof given>) =>
    events.reduce(subscriptionStream.evolve, subscriptionStream.initial).checkout?.effect.status;
  expect(stateOf(started(), attempted, incomplete)).toBe('done');
  expect(stateOf(started(), incomplete)).toBe('done');
  expect(stateOf(started(), attempted, observed({ attemptId: OTHER }))).toBe('attempting');
  expect(stateOf(started(), failed('refused', day(0)), { ...newCheckoutStarted(day(1)) }, incomplete)).toBe(
    'retrying',
  );
  expect(fetched().attemptId).toBe(ATTEMPT);
});

it('records each move as an event from which the same move can be derived', () => {
  const at = day(1);
  const moves = [
    { kind: 'started', attemptId: 'c1', number: 2, startedAt: at, startBy: at, deadline: at },
    { kind: 'notStarted', attemptId: 'c1', reason: 'too-late', dueAt: at },
    { kind: 'unknown', attemptId: 'c1', cause: 'timeout', words: 'w', dueAt: at, lookUntil: at },
    { kind: 'lookedUp', attemptId: 'c1', result: 'absent', words: null, at, dueAt: at },
    { kind: 'postponed', attemptId: null, reason: 'rate-limited', words: null, until: at },
    { kind: 'failed', attemptId: 'c1', reason: 'refused', words: 'w', retryAt: null },
  ] as const;
  for (const move of moves) {
    const [event, ...others] = checkoutEvents('ana', ATTEMPT, at, move);
    expect(others).toEqual([]);
    expect(event && checkoutMoveOf(event)).toEqual(move);
  }
});
