import type Stripe from 'stripe';

/** Decimals are strings in the API. Only Stripe's library converts them to numbers. */
const onWire = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal;

type NewPrice = Readonly<{
  id: string;
  product: string;
  currency: string;
  unitAmount: number;
  interval: Stripe.Price.Recurring.Interval | null;
  lookupKey: string | null;
  nickname: string | null;
  metadata: Stripe.Metadata;
  created: number;
}>;

export const newPrice = ({
  id,
  product,
  currency,
  unitAmount,
  interval,
  ...others
}: NewPrice): Stripe.Price => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: others.created,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: others.lookupKey,
  metadata: others.metadata,
  nickname: others.nickname,
  product,
  recurring:
    interval === null
      ? null
      : { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: interval === null ? 'one_time' : 'recurring',
  unit_amount: unitAmount,
  unit_amount_decimal: onWire(unitAmount),
});

type NewProduct = Readonly<{
  id: string;
  name: string;
  description: string | null;
  metadata: Stripe.Metadata;
  created: number;
}>;

export const newProduct = ({ id, name, description, metadata, created }: NewProduct): Stripe.Product => ({
  id,
  object: 'product',
  active: true,
  created,
  default_price: null,
  description,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata,
  name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: created,
  url: null,
});

/** The older form of a recurring price. Items of subscriptions still contain both forms. */
export const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});
