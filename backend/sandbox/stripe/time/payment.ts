import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import type Stripe from 'stripe';
import { Refusal } from '../../http/refusal.ts';
import { actOf, newCharge } from '../objects/card.ts';
import { isPayment, type Intent } from '../objects/intents.ts';
import { idOf, intentIdOf, subscriptionIdOf } from '../objects/invoice.ts';
import { refusal } from '../stripe-refusal.ts';
import type { Transaction } from '../transaction.ts';

/** A refusal whose changes are stored: the payment was attempted and failed. */
export class KeptRefusal extends Refusal {}

/** Days between the attempts of a renewal. After the last attempt, the subscription ends. */
const RETRY_DAYS = [3, 5, 7];
const UNPAID = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
const DECLINED = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
  type: 'card_error',
} as const;
const NOT_AUTHENTICATED = {
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  type: 'invalid_request_error',
} as const;

/**
 * Confirms an intent with a card, as the customer.
 *
 * @throws KeptRefusal 402 when it is declined · Refusal 400 when the intent does not wait for a payment
 */
export function confirm(tx: Transaction, intent: Intent, method: Stripe.PaymentMethod): Intent {
  if (!UNPAID.includes(intent.status)) throw unexpectedState(intent);
  const act = actOf(method);
  const isDeclined = isPayment(intent)
    ? act === 'declined' || act === 'cannot be charged'
    : act === 'declined';
  if (isDeclined || declines(tx, intent)) return refuse(tx, intent, method);
  return act === 'asks' ? ask(tx, intent, method) : succeed(tx, intent, method);
}

/** Answers the bank's question, as the customer. @throws KeptRefusal 402 when the customer does not approve */
export function authenticate(tx: Transaction, intent: Intent, approves: boolean): Intent {
  const method = tx.get('payment_method', idOf(intent.payment_method) ?? '');
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(intent);
  if (approves) return succeed(tx, intent, method);
  const code = isPayment(intent)
    ? 'payment_intent_authentication_failure'
    : 'setup_intent_authentication_failure';
  const failed = fail(tx, intent, { ...NOT_AUTHENTICATED, code });
  throw keptRefusal(failed, { ...NOT_AUTHENTICATED, code }, method);
}

/** Charges the stored card without the customer. Returns whether it was paid. */
export function charge(tx: Transaction, intent: Stripe.PaymentIntent, invoice: Stripe.Invoice): boolean {
  const subscription = tx.get('subscription', subscriptionIdOf(invoice) ?? '');
  const customer = tx.get('customer', idOf(invoice.customer) ?? '');
  const onCustomer = customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  const method = tx.get(
    'payment_method',
    idOf(subscription?.default_payment_method) ?? idOf(onCustomer) ?? '',
  );
  const act = method ? actOf(method) : 'declined';
  if (!method || act === 'declined' || act === 'cannot be charged' || declines(tx, intent)) {
    decline(tx, intent, method ?? null);
    return false;
  }
  succeed(tx, intent, method);
  return true;
}

const declines = (tx: Transaction, { customer }: Intent): boolean => tx.declines(idOf(customer) ?? '');

function refuse(tx: Transaction, intent: Intent, method: Stripe.PaymentMethod): never {
  if (!isPayment(intent)) throw keptRefusal(fail(tx, intent, DECLINED), DECLINED, method);
  throw keptRefusal(decline(tx, intent, method), DECLINED, method);
}

function decline(tx: Transaction, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod | null): Intent {
  if (!method) return fail(tx, intent, DECLINED);
  const storedCharge = tx.keep(newCharge({ intent, method, isPaid: false, now: tx.now }));
  tx.addEvent('charge.failed', storedCharge);
  return fail(tx, tx.change(intent, { latest_charge: storedCharge.id }), DECLINED);
}

type Failure = Readonly<{ message: string; type: 'card_error' | 'invalid_request_error'; code: string }>;

function fail(tx: Transaction, intent: Intent, failure: Failure): Intent {
  const failed = { status: 'requires_payment_method', payment_method: null, next_action: null } as const;
  if (!isPayment(intent)) {
    const changed = tx.change(intent, { ...failed, last_setup_error: failure });
    tx.addEvent('setup_intent.setup_failed', changed);
    return changed;
  }
  const changed = tx.change(intent, { ...failed, last_payment_error: failure });
  tx.addEvent('payment_intent.payment_failed', changed);
  const invoice = invoiceOf(tx, intent);
  if (invoice) failInvoice(tx, invoice);
  return changed;
}

function failInvoice(tx: Transaction, invoice: Stripe.Invoice): void {
  const attempts = invoice.attempt_count + 1;
  const isRenewal = invoice.billing_reason === 'subscription_cycle';
  const days = isRenewal ? RETRY_DAYS[attempts - 1] : undefined;
  const next = days === undefined ? null : tx.now + days * DAY_SECONDS;
  const changed = tx.change(invoice, {
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: next,
    auto_advance: next !== null,
  });
  tx.addEvent('invoice.payment_failed', changed);
  const subscription = tx.get('subscription', subscriptionIdOf(invoice) ?? '');
  if (isRenewal && subscription?.status === 'active')
    tx.change(subscription, { status: 'past_due' }, 'customer.subscription.updated');
}

function ask(tx: Transaction, intent: Intent, method: Stripe.PaymentMethod): Intent {
  tx.keep(method);
  const asking = {
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  } as const;
  if (!isPayment(intent)) {
    const changed = tx.change(intent, asking);
    tx.addEvent('setup_intent.requires_action', changed);
    return changed;
  }
  const changed = tx.change(intent, asking);
  tx.addEvent('payment_intent.requires_action', changed);
  const invoice = invoiceOf(tx, intent);
  if (invoice) tx.addEvent('invoice.payment_action_required', invoice);
  return changed;
}

function succeed(tx: Transaction, intent: Intent, method: Stripe.PaymentMethod): Intent {
  const customer = idOf(intent.customer);
  if (customer !== null && method.customer !== customer)
    tx.addEvent('payment_method.attached', tx.keep({ ...method, customer }));
  else tx.keep(method);
  const success = { status: 'succeeded', payment_method: method.id, next_action: null } as const;
  if (!isPayment(intent)) {
    const changed = tx.change(intent, { ...success, last_setup_error: null });
    tx.addEvent('setup_intent.succeeded', changed);
    for (const subscription of tx.all('subscription'))
      if (subscription.pending_setup_intent === intent.id)
        tx.change(
          subscription,
          { pending_setup_intent: null, default_payment_method: method.id },
          'customer.subscription.updated',
        );
    return changed;
  }
  const storedCharge = tx.keep(newCharge({ intent, method, isPaid: true, now: tx.now }));
  tx.addEvent('charge.succeeded', storedCharge);
  const changed = tx.change(intent, {
    ...success,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: storedCharge.id,
  });
  tx.addEvent('payment_intent.succeeded', changed);
  const invoice = invoiceOf(tx, changed);
  if (invoice) markPaid(tx, invoice, method.id);
  return changed;
}

function markPaid(tx: Transaction, invoice: Stripe.Invoice, method: string): void {
  const paid = tx.change(invoice, {
    status: 'paid',
    attempted: true,
    auto_advance: false,
    attempt_count: invoice.attempt_count + 1,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: tx.now },
    ...(invoice.payments && { payments: paidPayments(invoice.payments, tx.now) }),
  });
  tx.addEvent('invoice.paid', paid);
  tx.addEvent('invoice.payment_succeeded', paid);
  const subscription = tx.get('subscription', subscriptionIdOf(invoice) ?? '');
  if (!subscription || !LIVE.includes(subscription.status)) return;
  const keepsCard = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  if (subscription.status === 'active' && !keepsCard) return;
  const change = { status: 'active', ...(keepsCard && { default_payment_method: method }) } as const;
  if (subscription.status !== 'active' || subscription.default_payment_method !== method)
    tx.change(subscription, change, 'customer.subscription.updated');
}

const LIVE = ['incomplete', 'active', 'past_due', 'unpaid'];

const paidPayments = (
  payments: NonNullable<Stripe.Invoice['payments']>,
  now: number,
): NonNullable<Stripe.Invoice['payments']> => ({
  ...payments,
  data: payments.data.map((payment) => ({
    ...payment,
    amount_paid: payment.amount_requested,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: now },
  })),
});

const invoiceOf = (tx: Transaction, intent: Stripe.PaymentIntent): Stripe.Invoice | null =>
  tx.all('invoice').findLast((invoice) => intentIdOf(invoice) === intent.id) ?? null;

function keptRefusal(intent: Intent, failure: Failure, method: Stripe.PaymentMethod): KeptRefusal {
  const { status, body } = refusal(402, failure.message, {
    ...failure,
    [intent.object]: intent,
    payment_method: method,
  });
  return new KeptRefusal(status, body);
}

const unexpectedState = (intent: Intent): Refusal =>
  refusal(
    400,
    `This ${isPayment(intent) ? 'PaymentIntent' : 'SetupIntent'}'s status is ${intent.status}; it cannot be confirmed.`,
    { code: `${intent.object}_unexpected_state`, [intent.object]: intent },
  );
