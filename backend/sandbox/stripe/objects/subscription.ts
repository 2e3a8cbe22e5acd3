import type Stripe from 'stripe';
import { planOf } from './price.ts';

type NewSubscription = Readonly<{
  id: string;
  itemId: string;
  customer: string;
  price: Stripe.Price;
  now: number;
  periodEnd: number;
  description: string | null;
  cancelAtPeriodEnd: boolean;
  defaultPaymentMethod: string | null;
  paymentSettings: Stripe.Subscription.PaymentSettings;
  metadata: Stripe.Metadata;
}>;

/** A new subscription is incomplete until its first invoice is paid or nothing is due. */
export const newSubscription = (values: NewSubscription): Stripe.Subscription => ({
  id: values.id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: values.now,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: values.now },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: values.cancelAtPeriodEnd ? values.periodEnd : null,
  cancel_at_period_end: values.cancelAtPeriodEnd,
  canceled_at: values.cancelAtPeriodEnd ? values.now : null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created: values.now,
  currency: values.price.currency,
  customer: values.customer,
  customer_account: null,
  days_until_due: null,
  default_payment_method: values.defaultPaymentMethod,
  default_source: null,
  default_tax_rates: [],
  description: values.description,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  items: {
    object: 'list',
    data: [
      {
        id: values.itemId,
        object: 'subscription_item',
        billing_thresholds: null,
        created: values.now,
        current_period_end: values.periodEnd,
        current_period_start: values.now,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(values.price),
        price: values.price,
        quantity: 1,
        subscription: values.id,
        tax_rates: [],
      },
    ],
    has_more: false,
    url: `/v1/subscription_items?subscription=${values.id}`,
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: values.metadata,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: values.paymentSettings,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: values.now,
  status: 'incomplete',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
});

/** The only item of a subscription: the product sells one price at a time. */
export function itemOf({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (!item) throw new Error(`Subscription ${id} has no item.`);
  return item;
}

/** The items of a subscription with a new period, for `{ ...subscription, ...withPeriod(…) }`. */
export const withPeriod = (
  subscription: Stripe.Subscription,
  start: number,
  end: number,
): Pick<Stripe.Subscription, 'items'> => ({
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({
      ...item,
      current_period_start: start,
      current_period_end: end,
    })),
  },
});

/**
 * The time in seconds that is this many months after the anchor. In a shorter month, it is the last day: one month after 31 January is 28
 * February.
 */
export function monthsAfter(anchor: number, months: number): number {
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

/** The first end of a monthly period that is later than `after`, in seconds. */
export function nextPeriodEnd(anchor: number, after: number): number {
  let months = 1;
  while (monthsAfter(anchor, months) <= after) months += 1;
  return monthsAfter(anchor, months);
}
