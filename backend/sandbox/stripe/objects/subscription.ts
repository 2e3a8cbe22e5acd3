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
export const newSubscription = (made: NewSubscription): Stripe.Subscription => ({
  id: made.id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: made.now,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: made.now },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: made.cancelAtPeriodEnd ? made.periodEnd : null,
  cancel_at_period_end: made.cancelAtPeriodEnd,
  canceled_at: made.cancelAtPeriodEnd ? made.now : null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  created: made.now,
  currency: made.price.currency,
  customer: made.customer,
  customer_account: null,
  days_until_due: null,
  default_payment_method: made.defaultPaymentMethod,
  default_source: null,
  default_tax_rates: [],
  description: made.description,
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
        id: made.itemId,
        object: 'subscription_item',
        billing_thresholds: null,
        created: made.now,
        current_period_end: made.periodEnd,
        current_period_start: made.now,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(made.price),
        price: made.price,
        quantity: 1,
        subscription: made.id,
        tax_rates: [],
      },
    ],
    has_more: false,
    url: `/v1/subscription_items?subscription=${made.id}`,
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: made.metadata,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: made.paymentSettings,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: made.now,
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
  const at = new Date(anchor * 1000);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(day, last));
  return Math.floor(at.getTime() / 1000);
}

/** The first end of a monthly period that is later than `after`, in seconds. */
export function nextPeriodEnd(anchor: number, after: number): number {
  let months = 1;
  while (monthsAfter(anchor, months) <= after) months += 1;
  return monthsAfter(anchor, months);
}
