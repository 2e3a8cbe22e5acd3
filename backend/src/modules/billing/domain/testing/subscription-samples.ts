import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { FetchedSubscription } from '../subscription/observing.ts';
import {
  subscriptionEvent,
  factsOf,
  type CheckoutStarted,
  type SubscriptionObserved,
} from '../subscription/subscription-events.ts';

const NOON = Date.parse('2030-01-01T12:00:00.000Z');
/** Returns noon of the first day plus this number of days, as ISO text. */
export const day = (days: number): string => new Date(NOON + days * DAY_MS).toISOString();

export const ATTEMPT = '00000000-0000-4000-8000-000000000001';

/** Returns a subscription in the form of a response of Stripe. */
export const fetched = (changes: Partial<FetchedSubscription> = {}): FetchedSubscription => ({
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  attemptId: ATTEMPT,
  status: 'active',
  priceId: 'price_1',
  amount: 1900,
  currency: 'usd',
  periodEnd: day(30),
  cancelAtPeriodEnd: false,
  endsAt: null,
  pastDueSince: null,
  intent: null,
  createdAt: day(0),
  latestInvoiceId: 'in_1',
  prices: [{ lookupKey: 'premium_1900_usd_month', productId: 'prod_premium' }],
  ...changes,
});

export function observed(
  changes: Partial<FetchedSubscription> = {},
  observedAt = day(0),
): SubscriptionObserved {
  const data = {
    userId: 'ana',
    ...factsOf(fetched(changes)),
    by: 'webhook' as const,
    causeEventId: null,
    observedAt,
  };
  return subscriptionEvent('SubscriptionObserved', data);
}

export const started = (changes: Partial<CheckoutStarted['data']> = {}): CheckoutStarted =>
  subscriptionEvent('CheckoutStarted', {
    userId: 'ana',
    attemptId: ATTEMPT,
    lookupKey: 'premium_1900_usd_month',
    amount: 1900,
    currency: 'usd',
    startedAt: day(0),
    ...changes,
  });
