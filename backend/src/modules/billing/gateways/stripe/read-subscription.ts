import type { Stripe } from 'stripe';
import type { FetchedSubscription } from '../../domain/subscription/observing.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/**
 * Reads a subscription of the pinned API version with its latest invoice. The period is that of its item.
 * @param firstOpen the oldest of its unpaid invoices; absent: Stripe was not asked
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  firstOpen: Stripe.Invoice | null = null,
): FetchedSubscription {
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt, ended_at: endedAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
  const periodEnd = instant(item?.current_period_end ?? null);
  const attemptId = subscription.metadata['attemptId'] ?? '';
  const unit = item?.price.unit_amount ?? null;
  return {
    customerId: idOf(subscription.customer),
    subscriptionId: subscription.id,
    // The operator may have written any value there.
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

/** Each month adds an invoice. Counting from the latest would extend the grace period for ever. */
function pastDueSince(
  { status, latest_invoice: latest }: Stripe.Subscription,
  firstOpen: Stripe.Invoice | null,
): string | null {
  const invoice = firstOpen ?? latest;
  if (status !== 'past_due' || invoice === null || typeof invoice === 'string') return null;
  return instant(invoice.created);
}

/** Stripe marks a first invoice of zero as paid at once. The customer only has to confirm the card. */
function intentOf({
  status,
  pending_setup_intent: setup,
}: Stripe.Subscription): FetchedSubscription['intent'] {
  if (status === 'incomplete') return 'payment';
  return setup !== null && (status === 'active' || status === 'trialing') ? 'setup' : null;
}

/** The secret with which the browser confirms; null: there is none, or Stripe was not asked for it. Never stored, never logged. */
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
