import type Stripe from 'stripe';
import { itemOf } from './subscription.ts';

type NewInvoice = Readonly<{
  id: string;
  lineId: string;
  paymentId: string;
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  reason: 'subscription_create' | 'subscription_cycle';
  period: Readonly<{ start: number; end: number }>;
  /** Cents paid from the customer's credit. */
  credited: number;
  intent: Stripe.PaymentIntent | null;
  now: number;
}>;

/** A finalized invoice of one period. When nothing is due, the invoice is paid immediately. */
export function newInvoice(values: NewInvoice): Stripe.Invoice {
  const { customer, subscription, intent, now } = values;
  const { price, id: itemId } = itemOf(subscription);
  const total = price.unit_amount ?? 0;
  const due = total - values.credited;
  const isPaid = due === 0;
  return {
    id: values.id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Posthorn',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: isPaid,
    auto_advance: !isPaid,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: values.reason,
    collection_method: 'charge_automatically',
    confirmation_secret: intent?.client_secret
      ? { client_secret: intent.client_secret, type: 'payment_intent' }
      : null,
    created: now,
    currency: price.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: customer.balance + values.credited,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [
        {
          id: values.lineId,
          object: 'line_item',
          amount: total,
          currency: price.currency,
          description: '1 × Posthorn Premium',
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: values.id,
          livemode: false,
          metadata: subscription.metadata,
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: { credited_items: null },
              subscription: subscription.id,
              subscription_item: itemId,
            },
            type: 'subscription_item_details',
          },
          period: values.period,
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: price.id, product: idOf(price.product) ?? '' },
            type: 'price_details',
            unit_amount_decimal: price.unit_amount_decimal,
          },
          quantity: 1,
          quantity_decimal: null,
          subscription: subscription.id,
          subtotal: total,
          taxes: [],
        },
      ],
      has_more: false,
      url: `/v1/invoices/${values.id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `${customer.invoice_prefix ?? 'SANDBOX'}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: ['card'],
    },
    payments: {
      object: 'list',
      data: intent ? [newInvoicePayment(values, intent, due)] : [],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${values.id}`,
    },
    period_end: values.reason === 'subscription_create' ? now : values.period.start,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: isPaid ? 'paid' : 'open',
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: isPaid ? now : null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

const newInvoicePayment = (
  { id, paymentId, now }: NewInvoice,
  intent: Stripe.PaymentIntent,
  due: number,
): Stripe.InvoicePayment => ({
  id: paymentId,
  object: 'invoice_payment',
  amount_paid: null,
  amount_requested: due,
  created: now,
  currency: intent.currency,
  invoice: id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: intent.id, type: 'payment_intent' },
  status: 'open',
  status_transitions: { canceled_at: null, paid_at: null },
});

/** Returns the id from a field that may contain an id or an object. The store contains only ids. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : value.id;

export const subscriptionIdOf = ({ parent }: Stripe.Invoice): string | null =>
  idOf(parent?.subscription_details?.subscription);

export const intentIdOf = ({ payments }: Stripe.Invoice): string | null =>
  idOf(payments?.data[0]?.payment.payment_intent);
