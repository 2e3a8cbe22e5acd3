import type { Stripe } from 'stripe';
import type { FetchedSubscription } from '../../domain/subscription/observing.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/**
 * Converts a subscription in the format of our API version. `periodEnd` is that of its first item.
 * @param firstOpen the oldest unpaid invoice after the last paid one; null: the caller has not read it, or there is none
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  firstOpen: Stripe.Invoice | null = null,
): FetchedSubscription {
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt, ended_at: endedAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  const periodEnd = instant(item?.current_period_end ?? null);
  const attemptId = subscription.metadata['attemptId'] ?? '';
  return {
    customerId: idOf(subscription.customer),
    subscriptionId: subscription.id,
    // The operator may have written any value into the metadata.
    attemptId: ID.test(attemptId) ? attemptId : null,
    status: subscription.status,
    priceId: item?.price.id ?? null,
    amount: amountOf(subscription),
    currency: item?.price.currency ?? null,
    periodEnd,
    cancelAtPeriodEnd,
    endsAt: instant(endedAt ?? cancelAt) ?? (cancelAtPeriodEnd ? periodEnd : null),
    pastDueSince: pastDueSince(subscription, firstOpen),
    intent: intentOf(subscription),
    createdAt: new Date(subscription.created * 1000).toISOString(),
    prices: subscription.items.data.map(({ price }) => ({
      lookupKey: price.lookup_key,
      productId: idOf(price.product),
    })),
    latestInvoiceId: subscription.latest_invoice === null ? null : idOf(subscription.latest_invoice),
  };
}

/** The amount of each payment; null: only Stripe can calculate it, because of a coupon, tax, several prices or paused payments. */
function amountOf({ items: { data }, ...subscription }: Stripe.Subscription): number | null {
  const [item] = data;
  const unit = item?.price.unit_amount ?? null;
  const isPlain =
    data.length === 1 &&
    subscription.pause_collection === null &&
    !subscription.automatic_tax.enabled &&
    [subscription.discounts, subscription.default_tax_rates, item?.discounts, item?.tax_rates].every(
      (list) => !list?.length,
    );
  return unit !== null && isPlain ? unit * (item?.quantity ?? 1) : null;
}

/** Uses the oldest unpaid invoice: each month adds an invoice, so the latest one would extend the grace period for ever. */
function pastDueSince(
  { status, latest_invoice: latest }: Stripe.Subscription,
  firstOpen: Stripe.Invoice | null,
): string | null {
  const invoice = firstOpen ?? latest;
  if (status !== 'past_due' || invoice === null || typeof invoice === 'string') return null;
  return instant(invoice.created);
}

/** What the customer must confirm. If the first invoice is zero, Stripe marks it as paid, and the customer only confirms the card. */
function intentOf({
  status,
  pending_setup_intent: setup,
}: Stripe.Subscription): FetchedSubscription['intent'] {
  if (status === 'incomplete') return 'payment';
  return setup !== null && (status === 'active' || status === 'trialing') ? 'setup' : null;
}

/** Returns the secret with which the browser confirms; null: none, or the response does not contain it. The product never stores or logs it. */
export function secretOf(subscription: Stripe.Subscription): string | null {
  const { latest_invoice: invoice, pending_setup_intent: setup } = subscription;
  if (intentOf(subscription) === 'payment')
    return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null;
  return typeof setup === 'object' ? (setup?.client_secret ?? null) : null;
}

export const idOf = (expandable: string | Readonly<{ id: string }>): string =>
  typeof expandable === 'string' ? expandable : expandable.id;

const instant = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();
