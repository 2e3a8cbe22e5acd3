import type Stripe from 'stripe';

type NewCustomer = Readonly<{
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  description: string | null;
  /** The balance in cents. Below 0, it is the credit towards the next invoices. */
  balance: number;
  metadata: Stripe.Metadata;
}>;

export const newCustomer = ({ id, created, email, name, ...others }: NewCustomer): Stripe.Customer => ({
  id,
  object: 'customer',
  address: null,
  balance: others.balance,
  created,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: others.description,
  discount: null,
  email,
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: others.metadata,
  name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});
