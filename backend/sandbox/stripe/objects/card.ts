import type Stripe from 'stripe';
import { invalidParameter } from '../stripe-refusal.ts';
import { newId } from '../transaction.ts';

/** Stripe's own test numbers (docs.stripe.com/testing). A stored card has its number as fingerprint. */
const CARDS = [
  { number: '4242424242424242', name: 'pm_card_visa', acts: 'pays' },
  { number: '4000000000000002', name: 'pm_card_visa_chargeDeclined', acts: 'declined' },
  { number: '4000002500003155', name: 'pm_card_authenticationRequiredOnSetup', acts: 'asks' },
  { number: '4000000000000341', name: 'pm_card_chargeCustomerFail', acts: 'cannot be charged' },
] as const;
export type CardAct = (typeof CARDS)[number]['acts'];

type Card = (typeof CARDS)[number];

export const DEFAULT_CARD = '4242424242424242';

/** @throws Refusal when Stripe knows no such test number */
export function cardOf(numberOrName: string): Card {
  const plain = numberOrName.replace(/[\s-]/g, '');
  const card = CARDS.find(({ number, name }) => number === plain || name === numberOrName);
  if (!card) throw invalidParameter('card', `The sandbox knows the cards ${KNOWN_CARDS.join(', ')}.`);
  return card;
}

const KNOWN_CARDS: readonly string[] = CARDS.map(({ number }) => number);

export const isCardName = (id: string): boolean => CARDS.some(({ name }) => name === id);

export const actOf = ({ card }: Stripe.PaymentMethod): CardAct =>
  CARDS.find(({ number }) => number === card?.fingerprint)?.acts ?? 'declined';

export const newPaymentMethod = (
  { number }: Card,
  customer: string | null,
  now: number,
): Stripe.PaymentMethod => ({
  id: newId('pm'),
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: 'visa',
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    display_brand: 'visa',
    exp_month: 12,
    exp_year: 2034,
    fingerprint: number,
    funding: 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: ['visa'], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  },
  created: now,
  customer,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

type NewCharge = Readonly<{
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  isPaid: boolean;
  now: number;
}>;

export const newCharge = ({ intent, method, isPaid, now }: NewCharge): Stripe.Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount: intent.amount,
  amount_captured: isPaid ? intent.amount : 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: 'POSTHORN',
  captured: isPaid,
  created: now,
  currency: intent.currency,
  customer: intent.customer,
  description: intent.description,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: isPaid ? null : 'card_declined',
  failure_message: isPaid ? null : 'Your card was declined.',
  fraud_details: {},
  livemode: false,
  metadata: intent.metadata,
  on_behalf_of: null,
  outcome: null,
  paid: isPaid,
  payment_intent: intent.id,
  payment_method: method.id,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: isPaid ? 'succeeded' : 'failed',
  transfer_data: null,
  transfer_group: null,
});
