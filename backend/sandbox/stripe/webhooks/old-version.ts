import { isObject, type JsonRecord } from '../../http/json.ts';
import { intentIdOf, subscriptionIdOf } from '../objects/invoice.ts';
import type { Kept } from '../stripe-store.ts';

/** The API version of an old endpoint: an endpoint keeps the version of its creation. */
export const OLD_VERSION = '2023-08-16';

/**
 * Converts an object to the format of 2023-08-16, which is older than the version "Basil" (docs.stripe.com/changelog/basil):
 * items had no periods and invoices had no parents.
 */
export function beforeBasil(shown: JsonRecord, kept: Kept): JsonRecord {
  if (kept.object === 'subscription') return oldSubscription(shown);
  if (kept.object === 'invoice') return oldInvoice(shown, kept);
  if (kept.object !== 'payment_intent') return shown;
  return { ...without(shown, ['allowed_payment_method_types', 'managed_payments']), invoice: null };
}

function oldInvoice(shown: JsonRecord, kept: Kept<'invoice'>): JsonRecord {
  return {
    ...without(shown, ['parent', 'total_taxes', 'total_pretax_credit_amounts', 'amount_overpaid']),
    charge: null,
    discount: null,
    paid: kept.status === 'paid',
    paid_out_of_band: false,
    payment_intent: intentIdOf(kept),
    quote: null,
    subscription: subscriptionIdOf(kept),
    subscription_details: { metadata: kept.parent?.subscription_details?.metadata ?? null },
    tax: null,
    total_tax_amounts: [],
    lines: { ...kept.lines, data: kept.lines.data.map((line) => oldLine({ ...line })) },
  };
}

function oldSubscription(shown: JsonRecord): JsonRecord {
  const { items } = shown;
  const list = isObject(items) ? items : {};
  const data = (Array.isArray(list['data']) ? list['data'] : []) as JsonRecord[];
  const [first = {}] = data;
  return {
    ...without(shown, ['billing_mode', 'billing_schedules', 'managed_payments']),
    current_period_end: first['current_period_end'],
    current_period_start: first['current_period_start'],
    discount: null,
    plan: first['plan'],
    quantity: first['quantity'],
    items: {
      ...list,
      data: data.map((item) =>
        without(item, ['current_period_end', 'current_period_start', 'current_trial']),
      ),
    },
  };
}

function oldLine(line: JsonRecord): JsonRecord {
  const { pricing, subscription } = line;
  const details = isObject(pricing) && isObject(pricing['price_details']) ? pricing['price_details'] : {};
  return {
    ...without(line, ['parent', 'pricing', 'taxes', 'subtotal', 'quantity_decimal']),
    price: { id: details['price'], object: 'price', product: details['product'] },
    proration: false,
    subscription,
    tax_amounts: [],
    type: 'subscription',
  };
}

const without = (object: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
