import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { checkoutMoveOf, isOfCheckout } from '../domain/checkout.ts';
import type {
  CheckoutEvent,
  SubscriptionEvent,
  SubscriptionObserved,
} from '../domain/subscription-events.ts';
import { subscriptionStream } from '../domain/subscription.ts';
import type { CheckoutTimes } from './checkout-times.ts';

/** A checkout whose subscription is to be made: when somebody has to look at it again. */
export type CheckoutRow = Readonly<{
  user_id: string;
  owner_id: string;
  platform: typeof STRIPE;
  attempt_id: string;
  due_at: string;
}>;

/** Checkouts have one other side; slots are shared by it. */
export const STRIPE = 'stripe';

type Telling = CheckoutEvent | SubscriptionObserved;
const tells = (event: LoggedEvent<SubscriptionEvent>): event is LoggedEvent<Telling> =>
  isOfCheckout(event) || event.type === 'SubscriptionObserved';

export function foldCheckoutRow(
  row: CheckoutRow | undefined,
  event: Pick<LoggedEvent<Telling>, 'meta'> & Telling,
  times: Pick<CheckoutTimes, 'longestRetry'>,
): CheckoutRow | undefined {
  const { userId, attemptId } = event.data;
  // What was observed of a checkout that is over.
  if (attemptId === null || (event.type !== 'CheckoutStarted' && !row)) return undefined;
  const due_at = dueAfter(checkoutMoveOf(event), event.meta.at, times, row?.due_at);
  if (due_at === null) return undefined;
  return { user_id: userId, owner_id: userId, platform: STRIPE, attempt_id: attemptId, due_at };
}

/** The lease columns come from no event: a rebuild carries them over. */
export const openCheckouts = (times: CheckoutTimes): Projection<SubscriptionEvent> => ({
  name: OPEN_CHECKOUTS,
  version: 1,
  categories: [subscriptionStream.category],
  tables: {
    billing_checkout_due: `user_id text not null, attempt_id text not null, owner_id text not null, platform text not null,
      due_at timestamptz not null, lease_owner text, lease_until timestamptz, primary key (user_id, attempt_id)`,
  },
  personal: { billing_checkout_due: 'user_id' },
  indexes: ['create index on {schema}.billing_checkout_due (platform, due_at, user_id, attempt_id)'],
  leases: {
    billing_checkout_due: { key: ['user_id', 'attempt_id'], columns: ['lease_owner', 'lease_until'] },
  },
  apply: keyedRows<CheckoutRow, SubscriptionEvent>({
    table: 'billing_checkout_due',
    isLeased: true,
    key: ['user_id', 'attempt_id'],
    keyOf: (event) =>
      tells(event) && event.data.attemptId !== null ? [event.data.userId, event.data.attemptId] : null,
    columns: {
      user_id: 'text',
      attempt_id: 'text',
      owner_id: 'text',
      platform: 'text',
      due_at: 'timestamptz',
    },
    fold: (row, event) => (tells(event) ? foldCheckoutRow(row, event, times) : row),
  }),
});

export const OPEN_CHECKOUTS = 'billing.open-checkouts';
