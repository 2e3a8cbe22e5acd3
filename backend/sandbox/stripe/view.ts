import { isObject, type JsonRecord } from '../http/json.ts';
import { refusal } from './stripe-refusal.ts';
import type { Kept, StripeKind } from './stripe-store.ts';

/** Finds the objects that `expand` inserts. */
export type Lookup = Readonly<{
  get: (kind: StripeKind, id: string) => Kept | undefined;
  all: (kind: 'subscription') => readonly Kept<'subscription'>[];
}>;

/** Fields with the id of another object; `expand` replaces the id by the object. */
const REFERENCES: Readonly<Record<string, StripeKind>> = {
  configuration: 'billing_portal.configuration',
  customer: 'customer',
  default_payment_method: 'payment_method',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  pending_setup_intent: 'setup_intent',
  product: 'product',
  subscription: 'subscription',
};
/** Fields that a response contains only on request. */
const ON_DEMAND: Readonly<Record<string, readonly string[]>> = {
  invoice: ['confirmation_secret', 'payments'],
  customer: ['subscriptions'],
};

/**
 * The object as the API returns it: without fields that must be requested, and with the fields in `expand`.
 * @throws Refusal 400 when a path cannot be expanded
 */
export function viewOf(object: unknown, expand: readonly string[], store: Lookup | null): unknown {
  if (!isObject(object)) return object;
  if (object['object'] === 'list' || object['object'] === 'search_result')
    return {
      ...object,
      data: (object['data'] as unknown[]).map((one) => viewOf(one, inner(expand, 'data'), store)),
    };
  const hidden = ON_DEMAND[String(object['object'])] ?? [];
  const visible = Object.fromEntries(Object.entries(object).filter(([field]) => !hidden.includes(field)));
  for (const field of new Set(expand.map((path) => path.split('.', 1)[0] ?? '')))
    visible[field] = expandField(object, field, expand, store);
  return visible;
}

function expandField(
  object: JsonRecord,
  field: string,
  expand: readonly string[],
  store: Lookup | null,
): unknown {
  const within = inner(expand, field);
  if (object['object'] === 'customer' && field === 'subscriptions') {
    const all = store?.all('subscription') ?? [];
    const data = all.filter(({ customer, status }) => customer === object['id'] && status !== 'canceled');
    return viewOf({ object: 'list', data, has_more: false, url: '/v1/subscriptions' }, within, store);
  }
  const value = object[field];
  if (value === undefined || isPlainValue(value, field))
    throw refusal(400, `This property cannot be expanded (${field}).`, { param: 'expand' });
  const kind = REFERENCES[field];
  if (typeof value === 'string' && kind) return viewOf(store?.get(kind, value), within, store);
  return viewOf(value, within, store);
}

/** Whether the field holds a plain value, which cannot be expanded. */
const isPlainValue = (value: unknown, field: string): boolean =>
  value !== null && !isObject(value) && REFERENCES[field] === undefined;

const inner = (expand: readonly string[], field: string): readonly string[] =>
  expand.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1));
