import type { Stripe } from 'stripe';
import type { Fetched } from '../../domain/subscription/observing.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/**
 * A subscription as the pinned version of the API tells it, with its latest invoice. The period is that of its item.
 * @param firstOpen the oldest of its invoices that is not paid; absent: Stripe was not asked
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  firstOpen: Stripe.Invoice | null = null,
): Fetched {
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt, ended_at: endedAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  const periodEnd = instant(item?.current_period_end ?? null);
  const attemptId = subscription.metadata['attemptId'] ?? '';
  const unit = item?.price.unit_amount ?? null;
  return {
    customerId: idOf(subscription.customer),
    subscriptionId: subscription.id,
    // The operator may have written anything there.
    attemptId: ID.test(attemptId) ? attemptId : null,
    status: subscription.status,
    priceId: item?.price.id ?? null,
    amount: unit === null ? null : unit * (item?.quantity ?? 1),
    currency: item?.price.currency ?? null,
    periodEnd,
    cancelAtPeriodEnd,
    endsAt: instant(endedAt ?? cancelAt) ?? (cancelAtPeriodEnd ? periodEnd : null),
    pastDueSince: pastDueSince(subscription, firstOpen),
    intent: intentOf(subscription),
    createdAt: new Date(subscription.created * 1000).toISOString(),
    latestInvoiceId: subscription.latest_invoice === null ? null : idOf(subscription.latest_invoice),
  };
}

/** Each month makes another invoice, so the latest one would renew the grace for ever. */
function pastDueSince(
  { status, latest_invoice: latest }: Stripe.Subscription,
  firstOpen: Stripe.Invoice | null,
): string | null {
  const invoice = firstOpen ?? latest;
  if (status !== 'past_due' || invoice === null || typeof invoice === 'string') return null;
  return instant(invoice.created);
}

/** A first invoice of nothing is paid at once, and only the card is left to be confirmed. */
function intentOf({ status, pending_setup_intent: setup }: Stripe.Subscription): Fetched['intent'] {
  if (status === 'incomplete') return 'payment';
  return setup !== null && (status === 'active' || status === 'trialing') ? 'setup' : null;
}

/** What the browser confirms with; null where there is nothing, or Stripe was not asked for it. Never stored, never logged. */
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
