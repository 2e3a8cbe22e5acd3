import type Stripe from 'stripe';
import type { TakenParameters } from '../form.ts';
import { newCustomer } from '../objects/customer.ts';
import { noSuch, refusal } from '../stripe-refusal.ts';
import { end, hasEnded } from '../time/subscription-life.ts';
import { newId, type Transaction } from '../transaction.ts';
import { CREATED, LISTED, pageOf, type StripeCall } from './call.ts';

const FIELDS: TakenParameters = {
  balance: true,
  description: true,
  email: true,
  metadata: 'any',
  name: true,
  invoice_settings: { default_payment_method: true },
};

/** @throws Refusal including for a deleted customer */
export function liveCustomer(tx: Transaction, id: string, param = 'customer'): Stripe.Customer {
  const customer = tx.find('customer', id, param);
  if (customer.deleted) throw noSuch('customer', id, param);
  return customer;
}

/** @param credit starting credit of the next new customer, in cents */
export const customerCalls = (credit: () => number): readonly StripeCall[] => [
  {
    method: 'POST',
    pattern: '/v1/customers',
    taken: FIELDS,
    run: (tx, given) => {
      const customer = newCustomer({
        id: newId('cus'),
        created: tx.now,
        email: given.text('email'),
        name: given.text('name'),
        description: given.text('description'),
        balance: given.whole('balance') ?? -credit(),
        metadata: given.metadata(),
      });
      tx.addEvent('customer.created', tx.keep(customer));
      return customer;
    },
  },
  {
    method: 'GET',
    pattern: '/v1/customers',
    taken: { ...LISTED, ...CREATED, email: true },
    run: (tx, given) => {
      const email = given.text('email');
      const found = tx
        .all('customer')
        .filter((one) => !one.deleted && (email === null || one.email === email));
      return pageOf(found, given, '/v1/customers');
    },
  },
  {
    method: 'GET',
    pattern: '/v1/customers/search',
    taken: { query: true, limit: true, page: true },
    run: (tx, given) => {
      const condition = /^metadata\['(?<name>\w+)'\]:'(?<value>[^']*)'$/u.exec(
        given.text('query') ?? '',
      )?.groups;
      if (!condition) throw refusal(400, 'We were unable to parse your search query.', { param: 'query' });
      const { name = '', value } = condition;
      const data = tx.all('customer').filter((one) => !one.deleted && one.metadata[name] === value);
      return { object: 'search_result', url: '/v1/customers/search', has_more: false, next_page: null, data };
    },
  },
  {
    method: 'GET',
    pattern: '/v1/customers/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => tx.find('customer', id),
  },
  {
    method: 'POST',
    pattern: '/v1/customers/:id',
    taken: FIELDS,
    run: (tx, given, { id = '' }) => {
      const customer = liveCustomer(tx, id, 'id');
      const card = given.inner('invoice_settings').text('default_payment_method');
      if (card !== null) tx.find('payment_method', card, 'invoice_settings[default_payment_method]');
      const text = (name: 'email' | 'name' | 'description') =>
        given.has(name) ? { [name]: given.text(name) } : {};
      const change = {
        ...text('email'),
        ...text('name'),
        ...text('description'),
        balance: given.whole('balance') ?? customer.balance,
        metadata: given.metadata(customer.metadata),
        ...(card !== null && {
          invoice_settings: { ...customer.invoice_settings, default_payment_method: card },
        }),
      };
      return tx.change(customer, change, 'customer.updated');
    },
  },
  {
    method: 'DELETE',
    pattern: '/v1/customers/:id',
    taken: {},
    run: (tx, _given, { id = '' }) => {
      const customer = liveCustomer(tx, id, 'id');
      for (const subscription of tx.all('subscription'))
        if (subscription.customer === id && !hasEnded(subscription))
          end(tx, subscription, 'cancellation_requested');
      tx.addEvent('customer.deleted', customer);
      return tx.keep({ id, object: 'customer', deleted: true } as const);
    },
  },
];
