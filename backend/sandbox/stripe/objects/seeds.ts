import type Stripe from 'stripe';
import { newConfiguration } from './portal.ts';
import { newPrice, newProduct } from './price.ts';

const CREATED = Date.parse('2026-01-01T00:00:00Z') / 1000;
const PRODUCT = 'prod_premium';
/** The steps of the product's price ladder, in cents a month. */
const STEPS = [1900, 2900, 3900, 4900];

/** The objects that an operator creates before the first subscription: one product, its prices, the portal. */
export const SEEDS: readonly (Stripe.Product | Stripe.Price | Stripe.BillingPortal.Configuration)[] = [
  newProduct({ id: PRODUCT, name: 'Posthorn Premium', description: null, metadata: {}, created: CREATED }),
  ...STEPS.map((cents) =>
    newPrice({
      id: `price_premium_${String(cents)}`,
      product: PRODUCT,
      currency: 'usd',
      unitAmount: cents,
      interval: 'month',
      lookupKey: `premium_${String(cents)}_usd_month`,
      nickname: null,
      metadata: {},
      created: CREATED,
    }),
  ),
  newConfiguration({
    id: 'bpc_premium',
    created: CREATED,
    isDefault: true,
    headline: null,
    returnUrl: null,
    metadata: {},
  }),
];
