import type Stripe from 'stripe';
import type { GivenParameters } from '../form.ts';
import { itemOf, monthsAfter, newSubscription } from '../objects/subscription.ts';
import { idOf } from '../objects/invoice.ts';
import { invalidParameter, missingParameter, refusal } from '../stripe-refusal.ts';
import { begin, end, hasEnded, retry } from '../time/subscription-life.ts';
import { newId, type Transaction } from '../transaction.ts';
import { CREATED, LISTED, pageOf, type StripeCall } from './call.ts';
import { liveCustomer } from './customers.ts';

const SETTINGS = {
  payment_settings: { payment_method_types: true, save_default_payment_method: true },
} as const;
const BEHAVIORS = ['default_incomplete', 'allow_incomplete', 'error_if_incomplete'] as const;
const STATUSES = [
  ...['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'trialing', 'paused'],
  ...['all', 'ended'],
];

export const subscriptionCalls: readonly StripeCall[] = [
  {
    method: 'POST',
    pattern: '/v1/subscriptions',
    taken: {
      ...SETTINGS,
      cancel_at_period_end: true,
      collection_method: true,
      currency: true,
      customer: true,
      default_payment_method: true,
      description: true,
      metadata: 'any',
      off_session: true,
      payment_behavior: true,
      billing_mode: { type: true, flexible: { proration_discounts: true } },
      items: { price: true, quantity: true, metadata: 'any' },
    },
    run: create,
  },
  {
    method: 'GET',
    pattern: '/v1/subscriptions',
    taken: { ...LISTED, ...CREATED, customer: true, price: true, status: true },
    run: (tx, given) => {
      const status = given.oneOf('status', STATUSES);
      const [customer, price] = [given.text('customer'), given.text('price')];
      const found = tx
        .all('subscription')
        .filter((one) => customer === null || one.customer === customer)
        .filter((one) => price === null || itemOf(one).price.id === price)
        .filter((one) => hasStatus(one, status));
      return pageOf(found, given, '/v1/subscriptions');
    },
  },
  {
    method: 'GET',
    pattern: '/v1/subscriptions/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('subscription', id),
  },
  {
    method: 'POST',
    pattern: '/v1/subscriptions/:id',
    taken: {
      ...SETTINGS,
      cancel_at_period_end: true,
      default_payment_method: true,
      description: true,
      metadata: 'any',
    },
    run: (tx, given, { id = '' }) => change(tx, given, liveSubscription(tx, id)),
  },
  {
    method: 'DELETE',
    pattern: '/v1/subscriptions/:id',
    taken: { invoice_now: true, prorate: true, cancellation_details: { comment: true, feedback: true } },
    run: (tx, _given, { id = '' }) => end(tx, liveSubscription(tx, id), 'cancellation_requested'),
  },
];

/** Without a status filter, ended subscriptions are left out (docs.stripe.com/api/subscriptions/list). */
function hasStatus(subscription: Stripe.Subscription, status: string | null): boolean {
  if (status === 'all') return true;
  if (status === 'ended') return hasEnded(subscription);
  return status === null ? subscription.status !== 'canceled' : subscription.status === status;
}

/** @throws Refusal including for an ended subscription */
export function liveSubscription(tx: Transaction, id: string): Stripe.Subscription {
  const subscription = tx.find('subscription', id);
  if (hasEnded(subscription))
    throw refusal(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
  return subscription;
}

function create(tx: Transaction, given: GivenParameters): Stripe.Subscription {
  const customer = liveCustomer(tx, given.needed('customer'));
  const [item, another] = given.list('items');
  if (!item) throw missingParameter('items');
  if (another) throw invalidParameter('items[1]', 'The sandbox takes one price a subscription.');
  const price = tx.find('price', item.needed('price'), 'items[0][price]');
  if (!price.active)
    throw invalidParameter(
      'items[0][price]',
      `The price specified is inactive. This field only accepts active prices.`,
    );
  if (price.type !== 'recurring')
    throw invalidParameter('items[0][price]', 'The price specified is set to `type=one_time`.');
  const settings = given.inner('payment_settings');
  const types = settings.texts('payment_method_types');
  const card = given.text('default_payment_method');
  if (card !== null) tx.find('payment_method', card, 'default_payment_method');
  const behavior = given.oneOf('payment_behavior', BEHAVIORS) ?? 'allow_incomplete';
  const cardOnFile = card ?? idOf(customer.invoice_settings.default_payment_method);
  if (
    behavior !== 'default_incomplete' &&
    cardOnFile === null &&
    customer.balance > -(price.unit_amount ?? 0)
  )
    throw refusal(
      400,
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  const values = newSubscription({
    id: newId('sub'),
    itemId: newId('si'),
    customer: customer.id,
    price,
    now: tx.now,
    periodEnd: monthsAfter(tx.now, 1),
    description: given.text('description'),
    cancelAtPeriodEnd: given.flag('cancel_at_period_end') ?? false,
    defaultPaymentMethod: card,
    paymentSettings: {
      payment_method_options: null,
      payment_method_types: types.length > 0 ? [...types] : null,
      save_default_payment_method:
        settings.oneOf('save_default_payment_method', ['on_subscription', 'off'] as const) ?? 'off',
    },
    metadata: given.metadata(),
  });
  const subscription = begin(tx, values);
  if (behavior === 'default_incomplete' || subscription.status !== 'incomplete') return subscription;
  retry(tx, subscription);
  return tx.find('subscription', subscription.id);
}

function change(
  tx: Transaction,
  given: GivenParameters,
  subscription: Stripe.Subscription,
): Stripe.Subscription {
  const ends = given.flag('cancel_at_period_end');
  const card = given.text('default_payment_method');
  if (card !== null) tx.find('payment_method', card, 'default_payment_method');
  const settings = given.inner('payment_settings');
  return tx.change(
    subscription,
    {
      metadata: given.metadata(subscription.metadata),
      description: given.has('description') ? given.text('description') : subscription.description,
      ...(card !== null && { default_payment_method: card }),
      ...(ends !== null && endChange(tx, subscription, ends)),
      ...(settings.has('save_default_payment_method') && {
        payment_settings: {
          ...(subscription.payment_settings ?? { payment_method_options: null, payment_method_types: null }),
          save_default_payment_method: settings.needed('save_default_payment_method'),
        },
      }),
    },
    'customer.subscription.updated',
  );
}

/** The changes that make a subscription end with its period, or continue. */
export const endChange = (
  tx: Transaction,
  subscription: Stripe.Subscription,
  ends: boolean,
): Partial<Stripe.Subscription> => ({
  cancel_at_period_end: ends,
  cancel_at: ends ? itemOf(subscription).current_period_end : null,
  canceled_at: ends ? tx.now : null,
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: ends ? 'cancellation_requested' : null,
  },
});
