import type Stripe from 'stripe';
import type { GivenParameters, TakenParameters } from '../form.ts';
import { cardOf, isCardName, newPaymentMethod } from '../objects/card.ts';
import { intentIdIn, type Intent } from '../objects/intents.ts';
import { idOf, subscriptionIdOf } from '../objects/invoice.ts';
import { missingParameter, refusal } from '../stripe-refusal.ts';
import { confirm } from '../time/payment.ts';
import { end, voidBill } from '../time/subscription-life.ts';
import { newId, type Transaction } from '../transaction.ts';
import { CREATED, LISTED, pageOf, type StripeCall } from './call.ts';
import { liveCustomer } from './customers.ts';

const CARD = { number: true, cvc: true, exp_month: true, exp_year: true } as const;
const CONFIRMING: TakenParameters = {
  client_secret: true,
  key: true,
  payment_method: true,
  return_url: true,
  use_stripe_sdk: true,
  payment_method_data: { type: true, card: CARD, billing_details: 'any' },
};

/** @throws Refusal unless the secret belongs to this intent */
export function intentOpenedBy(tx: Transaction, clientSecret: string): Intent {
  const id = intentIdIn(clientSecret);
  const intent = id.startsWith('seti_') ? tx.find('setup_intent', id) : tx.find('payment_intent', id);
  if (intent.client_secret !== clientSecret)
    throw refusal(
      400,
      'The client_secret provided does not match the client_secret associated with the intent.',
      {
        code: `${intent.object}_invalid_parameter`,
        param: 'client_secret',
      },
    );
  return intent;
}

const kinds = [
  { kind: 'payment_intent', path: '/v1/payment_intents' },
  { kind: 'setup_intent', path: '/v1/setup_intents' },
] as const;

const intentCalls: readonly StripeCall[] = kinds.flatMap(({ kind, path }): readonly StripeCall[] => [
  {
    method: 'GET',
    pattern: path,
    taken: { ...LISTED, ...CREATED, customer: true },
    run: (tx, given) =>
      pageOf(
        tx.all(kind).filter((one) => isOfCustomer(one, given)),
        given,
        path,
      ),
  },
  {
    method: 'GET',
    pattern: `${path}/:id`,
    taken: { client_secret: true, key: true },
    isPublic: true,
    run: (tx, _given, { id = '' }) => tx.find(kind, id),
  },
  {
    method: 'POST',
    pattern: `${path}/:id/confirm`,
    taken: CONFIRMING,
    isPublic: true,
    run: (tx, given, { id = '' }) => confirm(tx, tx.find(kind, id), methodIn(tx, given)),
  },
]);

export const paymentCalls: readonly StripeCall[] = [
  ...intentCalls,
  {
    method: 'GET',
    pattern: '/v1/invoices',
    taken: { ...LISTED, ...CREATED, customer: true, status: true, subscription: true },
    run: (tx, given) => {
      const [status, subscription] = [given.text('status'), given.text('subscription')];
      const found = tx
        .all('invoice')
        .filter((one) => isOfCustomer(one, given) && (status === null || one.status === status))
        .filter((one) => subscription === null || subscriptionIdOf(one) === subscription);
      return pageOf(found, given, '/v1/invoices');
    },
  },
  {
    method: 'GET',
    pattern: '/v1/invoices/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('invoice', id),
  },
  {
    method: 'POST',
    pattern: '/v1/invoices/:id/void',
    taken: {},
    run: (tx, _given, { id = '' }) => voidInvoice(tx, tx.find('invoice', id)),
  },
  {
    method: 'GET',
    pattern: '/v1/charges/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('charge', id),
  },
  {
    method: 'POST',
    pattern: '/v1/payment_methods',
    taken: { type: true, card: CARD, billing_details: 'any', metadata: 'any', key: true },
    isPublic: true,
    run: (tx, given) => tx.keep(cardIn(tx, given)),
  },
  {
    method: 'GET',
    pattern: '/v1/payment_methods/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('payment_method', id),
  },
  {
    method: 'POST',
    pattern: '/v1/payment_methods/:id/attach',
    taken: { customer: true },
    run: (tx, given, { id = '' }) => {
      const customer = liveCustomer(tx, given.needed('customer'));
      const method = isCardName(id)
        ? newPaymentMethod(cardOf(id), customer.id, tx.now)
        : { ...tx.find('payment_method', id), customer: customer.id };
      tx.addEvent('payment_method.attached', tx.keep(method));
      return method;
    },
  },
  {
    method: 'POST',
    pattern: '/v1/tokens',
    taken: { card: CARD, key: true },
    isPublic: true,
    run: (tx, given) => {
      const { card, id } = cardIn(tx, given);
      return {
        id: newId('tok'),
        object: 'token',
        card: { ...card, id, object: 'card' },
        created: tx.now,
        livemode: false,
        type: 'card',
        used: false,
      };
    },
  },
];

/** @throws Refusal unless the invoice is open */
function voidInvoice(tx: Transaction, invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status !== 'open')
    throw refusal(400, `Only an open invoice can be voided. This one is ${String(invoice.status)}.`);
  const subscription = tx.get('subscription', subscriptionIdOf(invoice) ?? '');
  // A subscription that was never paid ends with its invoice.
  if (subscription?.status === 'incomplete') end(tx, subscription, 'payment_failed');
  else voidBill(tx, invoice.id);
  return tx.find('invoice', invoice.id);
}

const isOfCustomer = (one: Intent | Stripe.Invoice, given: GivenParameters): boolean =>
  given.text('customer') === null || idOf(one.customer) === given.text('customer');

function cardIn(tx: Transaction, given: GivenParameters): Stripe.PaymentMethod {
  return newPaymentMethod(cardOf(given.inner('card').needed('number')), null, tx.now);
}

function methodIn(tx: Transaction, given: GivenParameters): Stripe.PaymentMethod {
  if (given.has('payment_method_data')) return cardIn(tx, given.inner('payment_method_data'));
  const id = given.text('payment_method');
  if (id === null) throw missingParameter('payment_method');
  return isCardName(id)
    ? newPaymentMethod(cardOf(id), null, tx.now)
    : tx.find('payment_method', id, 'payment_method');
}
