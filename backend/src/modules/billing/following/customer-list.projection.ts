import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { SubscriptionEvent } from '../domain/subscription-events.ts';
import { subscriptionStream } from '../domain/subscription.ts';

type CustomerRow = Readonly<{ user_id: string; customer_id: string }>;

/** Whose customer at Stripe is whose: the last one of each person. */
export const customerList: Projection<SubscriptionEvent> = {
  name: 'billing.customers',
  version: 1,
  categories: [subscriptionStream.category],
  tables: { billing_customer: 'user_id text primary key, customer_id text not null' },
  personal: { billing_customer: 'user_id' },
  indexes: ['create index on {schema}.billing_customer (customer_id)'],
  apply: keyedRows<CustomerRow, SubscriptionEvent>({
    table: 'billing_customer',
    key: 'user_id',
    keyOf: (event) =>
      event.type === 'CustomerLinked' || event.type === 'CustomerForgotten' ? event.data.userId : null,
    columns: { user_id: 'text', customer_id: 'text' },
    fold: (_, event) =>
      event.type === 'CustomerLinked'
        ? { user_id: event.data.userId, customer_id: event.data.customerId }
        : undefined,
  }),
};
