import type Stripe from 'stripe';
import { newPaymentIntent, newSetupIntent } from '../objects/intents.ts';
import { idOf, intentIdOf, newInvoice } from '../objects/invoice.ts';
import { itemOf, nextPeriodEnd, withPeriod } from '../objects/subscription.ts';
import { newId, type Transaction } from '../transaction.ts';
import { charge } from './payment.ts';

/** An incomplete subscription expires after 23 hours (docs.stripe.com/billing/subscriptions/overview). */
const INCOMPLETE_SECONDS = 23 * 3600;
const ENDED = ['canceled', 'incomplete_expired'];

export const hasEnded = ({ status }: Stripe.Subscription): boolean => ENDED.includes(status);

/** Creates the invoice of a period and deducts the customer's credit. When nothing is due, the invoice is paid immediately. */
function bill(
  tx: Transaction,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Readonly<{ invoice: Stripe.Invoice; intent: Stripe.PaymentIntent | null }> {
  const customer = tx.find('customer', idOf(subscription.customer) ?? '', 'customer');
  if (customer.deleted) throw new Error(`Subscription ${subscription.id} outlived its customer.`);
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const total = price.unit_amount ?? 0;
  const credited = Math.min(total, Math.max(0, -customer.balance));
  const common = { customer: customer.id, metadata: {}, now: tx.now };
  const intent = credited < total ? newPaymentIntent(common, total - credited, price.currency) : null;
  if (intent) tx.addEvent('payment_intent.created', tx.keep(intent));
  const ids = { id: newId('in'), lineId: newId('il'), paymentId: newId('inpay') };
  const values = { ...ids, customer, subscription, reason, period: { start, end }, credited, intent };
  const invoice = tx.keep(newInvoice({ ...values, now: tx.now }));
  tx.keep({
    ...customer,
    balance: customer.balance + credited,
    currency: price.currency,
    next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1,
  });
  tx.addEvent('invoice.created', invoice);
  tx.addEvent('invoice.finalized', invoice);
  if (!intent) {
    tx.addEvent('invoice.paid', invoice);
    tx.addEvent('invoice.payment_succeeded', invoice);
  }
  return { invoice, intent };
}

/**
 * Creates the first invoice. When nothing is due, the subscription becomes active, and a setup intent asks for a card for later payments.
 */
export function begin(tx: Transaction, newSubscription: Stripe.Subscription): Stripe.Subscription {
  const { invoice, intent } = bill(tx, newSubscription, 'subscription_create');
  const needsCard = !intent && newSubscription.default_payment_method === null;
  const common = { customer: idOf(newSubscription.customer), metadata: {}, now: tx.now };
  const setup = needsCard ? tx.keep(newSetupIntent(common)) : null;
  const subscription = tx.keep({
    ...newSubscription,
    latest_invoice: invoice.id,
    status: intent ? ('incomplete' as const) : ('active' as const),
    pending_setup_intent: setup?.id ?? null,
  });
  tx.addEvent('customer.subscription.created', subscription);
  if (setup) tx.addEvent('setup_intent.created', setup);
  return subscription;
}

/** Ends a subscription now. A subscription that was never paid expires, and its invoice becomes void. */
export function end(
  tx: Transaction,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  const isUnpaid = subscription.status === 'incomplete';
  const change = {
    status: isUnpaid ? ('incomplete_expired' as const) : ('canceled' as const),
    ended_at: tx.now,
    canceled_at: subscription.canceled_at ?? tx.now,
    cancel_at_period_end: false,
    pending_setup_intent: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  };
  if (isUnpaid) voidBill(tx, idOf(subscription.latest_invoice) ?? '');
  else stopCollecting(tx, idOf(subscription.latest_invoice) ?? '');
  // For an expired subscription, Stripe sends an update event instead of a deletion event.
  const event = isUnpaid ? 'customer.subscription.updated' : 'customer.subscription.deleted';
  if (isUnpaid) return tx.change(subscription, change, event);
  const ended = tx.change(subscription, change);
  tx.addEvent(event, ended);
  return ended;
}

export function voidBill(tx: Transaction, id: string): void {
  const invoice = tx.get('invoice', id);
  if (invoice?.status !== 'open') return;
  const transitions = { ...invoice.status_transitions, voided_at: tx.now };
  const change = { status: 'void', auto_advance: false, status_transitions: transitions } as const;
  tx.addEvent('invoice.voided', tx.change(invoice, change));
  const intent = tx.get('payment_intent', intentIdOf(invoice) ?? '');
  if (!intent) return;
  const canceled = { status: 'canceled', canceled_at: tx.now, cancellation_reason: 'void_invoice' } as const;
  tx.addEvent('payment_intent.canceled', tx.change(intent, { ...canceled, next_action: null }));
}

function stopCollecting(tx: Transaction, id: string): void {
  const invoice = tx.get('invoice', id);
  if (invoice?.status === 'open') tx.change(invoice, { auto_advance: false, next_payment_attempt: null });
}

/** The time, in seconds, of the next change without a call; null: never. */
export function nextMoment(subscription: Stripe.Subscription, invoice: Stripe.Invoice | null): number | null {
  const { status, created } = subscription;
  if (status === 'incomplete') return created + INCOMPLETE_SECONDS;
  if (status !== 'active' && status !== 'past_due') return null;
  const { current_period_end: periodEnd } = itemOf(subscription);
  const isOpen = status === 'past_due' && invoice?.status === 'open';
  return isOpen ? Math.min(periodEnd, invoice.next_payment_attempt ?? Infinity) : periodEnd;
}

/** Applies the change that is due now: expiry, the requested end, a retry, or the next period. */
export function passMoment(tx: Transaction, subscription: Stripe.Subscription): void {
  if (subscription.status === 'incomplete') {
    end(tx, subscription, 'payment_failed');
    return;
  }
  if (itemOf(subscription).current_period_end > tx.now) {
    retry(tx, subscription);
    return;
  }
  if (subscription.cancel_at_period_end) end(tx, subscription, 'cancellation_requested');
  else renew(tx, subscription);
}

function renew(tx: Transaction, subscription: Stripe.Subscription): void {
  const start = itemOf(subscription).current_period_end;
  const until = nextPeriodEnd(subscription.billing_cycle_anchor, start);
  const period = withPeriod(subscription, start, until);
  const { invoice, intent } = bill(tx, { ...subscription, ...period }, 'subscription_cycle');
  tx.change(subscription, { ...period, latest_invoice: invoice.id }, 'customer.subscription.updated');
  if (intent) charge(tx, intent, invoice);
}

/** Tries to pay the open invoice again. After the last failed attempt the subscription ends. */
export function retry(tx: Transaction, subscription: Stripe.Subscription): void {
  const invoice = tx.get('invoice', idOf(subscription.latest_invoice) ?? '');
  const intent = invoice && tx.get('payment_intent', intentIdOf(invoice) ?? '');
  if (invoice?.status !== 'open' || !intent || charge(tx, intent, invoice)) return;
  const failed = tx.get('invoice', invoice.id);
  const now = tx.get('subscription', subscription.id);
  if (now && failed?.next_payment_attempt === null) end(tx, now, 'payment_failed');
}
