import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';

const CUSTOMER = rowTable('billing_customer', 'user_id', {
  user_id: 'text not null',
  customer_id: 'text not null',
});
type CustomerRow = RowOf<typeof CUSTOMER>;

/** The current customer at Stripe of each user. */
export const customerList = rowProjection<CustomerRow, SubscriptionEvent>({
  name: 'billing.customers',
  version: 1,
  categories: [subscriptionStream.category],
  table: CUSTOMER,
  owner: 'user_id',
  indexes: ['create index on {schema}.billing_customer (customer_id)'],
  keyOf: ({ data }) => data.userId,
  fold: folding<CustomerRow | undefined, SubscriptionEvent>({
    CustomerLinked: (_, { data }) => ({ user_id: data.userId, customer_id: data.customerId }),
    CustomerForgotten: () => undefined,
  }),
});
export const CUSTOMERS_VIEW = readViewOf(customerList, 'billing_customer');
