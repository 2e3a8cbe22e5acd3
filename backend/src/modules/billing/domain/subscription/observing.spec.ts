import { specify } from '@posthorn/event-sourcing/testing';
import { describe, expect, it } from '@jest/globals';
import {
  observe,
  paidTwice,
  settlePremium,
  effectiveSubscription,
  type FetchedSubscription,
} from './observing.ts';
import { subscriptionEvent, type PremiumEnded, type PremiumGranted } from './subscription-events.ts';
import { subscriptionStream, type Subscription } from './subscription.ts';
import { ATTEMPT, day, fetched, observed, started } from '../testing/subscription-samples.ts';

const given = specify(subscriptionStream);
const data = { userId: 'ana', cause: 'subscription' } as const;
const granted: PremiumGranted = subscriptionEvent('PremiumGranted', data);
const ended: PremiumEnded = subscriptionEvent('PremiumEnded', { ...data, plan: 'free' });
const complimentary: PremiumGranted = { ...granted, data: { userId: 'ana', cause: 'complimentary' } };

const webhookAt = (at: string) => ({
  userId: 'ana',
  by: 'webhook' as const,
  causeEventId: null,
  now: new Date(at),
});
/** Returns the events of an observation on that day, when Stripe has these subscriptions. */
const observedAt =
  (at: string, ...subscriptions: readonly FetchedSubscription[]) =>
  (state: Subscription) =>
    observe(state, { gone: false, subscriptions }, webhookAt(at));
const settledAt = (at: string) => (state: Subscription) => settlePremium(state, 'ana', new Date(at));

describe('how each status of Stripe affects Premium', () => {
  it.each(['active', 'trialing'])('gives Premium for %s, in the same append as the observation', (status) => {
    given()
      .when(observedAt(day(0), fetched({ status })))
      .then(observed({ status }), granted);
  });
  it.each(['incomplete', 'unpaid', 'canceled', 'incomplete_expired', 'paused'])(
    'does not give Premium for %s, and ends a Premium that is active',
    (status) => {
      given()
        .when(observedAt(day(0), fetched({ status })))
        .then(observed({ status }));
      given(observed(), granted)
        .when(observedAt(day(1), fetched({ status })))
        .then(observed({ status }, day(1)), ended);
    },
  );
  it('keeps Premium for exactly 14 days after the invoice of a failed renewal', () => {
    const pastDue = { status: 'past_due', pastDueSince: day(30) };
    const untilPastDue = [observed(), granted, observed(pastDue, day(31))] as const;
    given(observed(), granted)
      .when(observedAt(day(31), fetched(pastDue)))
      .then(observed(pastDue, day(31)));
    given(...untilPastDue)
      .when(settledAt(day(43 + 23 / 24)))
      .then();
    given(...untilPastDue)
      .when(settledAt(day(44)))
      .then(ended);
    given(...untilPastDue, ended)
      .when(settledAt(day(50)))
      .then();
    given(...untilPastDue, ended)
      .when(observedAt(day(51), fetched()))
      .then(observed({}, day(51)), granted);
  });
  it('keeps Premium until the end of the paid period', () => {
    const cancelled = { cancelAtPeriodEnd: true, endsAt: day(30) };
    const untilCancelled = [observed(), granted, observed(cancelled, day(3))] as const;
    given(observed(), granted)
      .when(observedAt(day(3), fetched(cancelled)))
      .then(observed(cancelled, day(3)));
    given(...untilCancelled)
      .when(settledAt(day(29.99)))
      .then();
    given(...untilCancelled)
      .when(settledAt(day(30)))
      .then(ended);
  });
  it('does not change Premium for 72 hours under an unknown status', () => {
    const unknown = { status: 'suspended' };
    given()
      .when(observedAt(day(0), fetched(unknown)))
      .then(observed(unknown));
    const untilUnknownStatus = [observed(), granted, observed(unknown, day(1))] as const;
    // Another field changes. The 72 hours still start at the first observation of the status.
    const later = observed({ ...unknown, periodEnd: day(60) }, day(3));
    given(...untilUnknownStatus, later)
      .when(settledAt(day(3.99)))
      .then();
    given(...untilUnknownStatus, later)
      .when(settledAt(day(4)))
      .then(ended);
  });
});

it('records only differences', () => {
  given(observed(), granted)
    .when(observedAt(day(1), fetched()))
    .then();
  given(observed(), granted)
    .when(observedAt(day(1), fetched({ periodEnd: day(60) })))
    .then(observed({ periodEnd: day(60) }, day(1)));
});

it('does not change complimentary Premium, and complimentary Premium does not change the observation', () => {
  given(complimentary)
    .when(observedAt(day(0), fetched()))
    .then(observed(), granted);
  given(complimentary, observed(), granted)
    .when(observedAt(day(1), fetched({ status: 'canceled' })))
    .then(
      observed({ status: 'canceled' }, day(1)),
      subscriptionEvent('PremiumEnded', { ...data, plan: 'premium' }),
    );
});

it('ends Premium when the customer is deleted, but not when a subscription is only missing from the list', () => {
  const nothing = { gone: false, subscriptions: [] };
  given(observed(), granted)
    .when((state) => observe(state, nothing, webhookAt(day(1))))
    .then();
  given(observed(), granted)
    .when((state) => observe(state, { ...nothing, gone: true }, webhookAt(day(1))))
    .then(observed({ status: 'canceled' }, day(1)), ended);
});

it('closes a checkout without a subscription at Stripe after 23 hours', () => {
  const failed = subscriptionEvent('CheckoutFailed', {
    userId: 'ana',
    attemptId: ATTEMPT,
    callId: null,
    reason: 'not-there',
    words: null,
    retryAt: null,
    failedAt: day(23 / 24),
  });
  given(started())
    .when(observedAt(day(22.9 / 24)))
    .then();
  given(started())
    .when(observedAt(day(23 / 24)))
    .then(failed);
  given(started(), failed)
    .when(observedAt(day(2)))
    .then();
});

it("chooses the oldest paid subscription, whatever the order of Stripe's list", () => {
  const old = fetched({ subscriptionId: 'sub_a', createdAt: day(1), attemptId: null });
  const young = fetched({ subscriptionId: 'sub_b', createdAt: day(2) });
  const waiting = fetched({ subscriptionId: 'sub_c', createdAt: day(0), status: 'incomplete' });
  const over = fetched({ subscriptionId: 'sub_d', createdAt: day(-1), status: 'canceled', attemptId: null });
  expect(effectiveSubscription([waiting, young, over, old], ATTEMPT)).toBe(old);
  expect(effectiveSubscription([old, over, young, waiting], ATTEMPT)).toBe(old);
  expect(effectiveSubscription([over, waiting], ATTEMPT)).toBe(waiting);
  expect(effectiveSubscription([over], ATTEMPT)).toBe(over);
  expect(effectiveSubscription([], ATTEMPT)).toBeNull();
  expect(paidTwice({ gone: false, subscriptions: [old, young] })).toBe(true);
  expect(paidTwice({ gone: false, subscriptions: [old, waiting, over] })).toBe(false);
});
