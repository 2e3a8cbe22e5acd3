import { expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import { readSubscription } from './read-subscription.ts';

type Changes = Readonly<Record<string, unknown>>;

/** A subscription with the fields that the product reads. */
function subscription(changes: Changes = {}, itemChanges: Changes = {}): Stripe.Subscription {
  const price = { id: 'price_1', unit_amount: 1900, currency: 'usd', lookup_key: null, product: 'prod_1' };
  const item = { price, quantity: 1, current_period_end: 1_893_456_000, discounts: [], tax_rates: [] };
  const whole = {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    metadata: {},
    created: 1_890_000_000,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    pause_collection: null,
    latest_invoice: null,
    pending_setup_intent: null,
    currency: 'usd',
    discounts: [],
    default_tax_rates: [],
    automatic_tax: { enabled: false },
    items: { data: [{ ...item, ...itemChanges }] },
    ...changes,
  };
  return whole as unknown as Stripe.Subscription;
}

it('reads the amount of the next payment', () => {
  expect(readSubscription(subscription())).toMatchObject({
    amount: 1900,
    currency: 'usd',
    priceId: 'price_1',
  });
  expect(readSubscription(subscription({}, { quantity: 3 }))).toMatchObject({ amount: 5700 });
});
it.each([
  ['a coupon', { discounts: ['di_1'] }, {}],
  ['a coupon for the item', {}, { discounts: ['di_1'] }],
  ['tax', { automatic_tax: { enabled: true } }, {}],
  ['a tax rate', { default_tax_rates: [{ id: 'txr_1' }] }, {}],
  ['a tax rate of the item', {}, { tax_rates: [{ id: 'txr_1' }] }],
  ['payments that are paused', { pause_collection: { behavior: 'void', resumes_at: null } }, {}],
])('reads no amount where Stripe charges another one: with %s', (_, changes, itemChanges) => {
  expect(readSubscription(subscription(changes, itemChanges))).toMatchObject({
    amount: null,
    priceId: 'price_1',
  });
});
it('reads no amount of a subscription to several prices', () => {
  const { data } = subscription().items;
  expect(readSubscription(subscription({ items: { data: [...data, ...data] } }))).toMatchObject({
    amount: null,
  });
});
