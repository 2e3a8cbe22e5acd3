import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { isFinal, premiumChangesAt } from '../domain/premium-rule.ts';
import type {
  CheckoutFailed,
  CheckoutStarted,
  CustomerForgotten,
  SubscriptionEvent,
  SubscriptionObserved,
} from '../domain/subscription-events.ts';
import { subscriptionStream } from '../domain/subscription.ts';
import { nextNight } from './nights.ts';

/** Somebody whose subscription or checkout is not over: when Stripe is to be asked without a reason from outside. */
export type FollowedRow = Readonly<{
  user_id: string;
  owner_id: string;
  platform: '';
  status: string | null;
  status_since: string | null;
  /** The checkout that has not led to a subscription yet. */
  attempt_id: string | null;
  due_at: string;
}>;

type Telling = CheckoutStarted | CheckoutFailed | SubscriptionObserved | CustomerForgotten;
const tells = (event: LoggedEvent<SubscriptionEvent>): event is LoggedEvent<Telling> =>
  event.type === 'CheckoutStarted' ||
  event.type === 'CheckoutFailed' ||
  event.type === 'SubscriptionObserved' ||
  event.type === 'CustomerForgotten';

export function foldFollowedRow(
  row: FollowedRow | undefined,
  event: Pick<LoggedEvent<Telling>, 'meta'> & Telling,
): FollowedRow | undefined {
  const { userId } = event.data;
  const night = nextNight(new Date(event.meta.at), userId).toISOString();
  const before: FollowedRow = row ?? {
    user_id: userId,
    owner_id: userId,
    platform: '',
    status: null,
    status_since: null,
    attempt_id: null,
    due_at: night,
  };
  switch (event.type) {
    case 'CustomerForgotten':
      return undefined;
    case 'CheckoutStarted':
      return { ...before, attempt_id: event.data.attemptId };
    case 'CheckoutFailed':
      if (event.data.retryAt !== null || before.attempt_id !== event.data.attemptId) return row;
      return unlessOver({ ...before, attempt_id: null });
    case 'SubscriptionObserved': {
      const { status, endsAt, pastDueSince, observedAt, attemptId } = event.data;
      const statusSince = before.status === status ? (before.status_since ?? observedAt) : observedAt;
      const changesAt = premiumChangesAt({ status, endsAt, pastDueSince, statusSince });
      return unlessOver({
        ...before,
        status,
        status_since: statusSince,
        attempt_id: before.attempt_id === attemptId ? null : before.attempt_id,
        due_at: changesAt !== null && changesAt < night ? changesAt : night,
      });
    }
  }
}

const unlessOver = (row: FollowedRow): FollowedRow | undefined =>
  row.attempt_id === null && (row.status === null || isFinal(row.status)) ? undefined : row;

/** The lease columns come from no event: a rebuild carries them over. */
export const followedSubscriptions: Projection<SubscriptionEvent> = {
  name: 'billing.followed-subscriptions',
  version: 1,
  categories: [subscriptionStream.category],
  tables: {
    billing_following_due: `user_id text primary key, owner_id text not null, platform text not null, status text,
      status_since timestamptz, attempt_id text, due_at timestamptz not null, lease_owner text, lease_until timestamptz`,
  },
  personal: { billing_following_due: 'user_id' },
  indexes: ['create index on {schema}.billing_following_due (platform, due_at, user_id)'],
  leases: { billing_following_due: { key: ['user_id'], columns: ['lease_owner', 'lease_until'] } },
  apply: keyedRows<FollowedRow, SubscriptionEvent>({
    table: 'billing_following_due',
    isLeased: true,
    key: 'user_id',
    keyOf: (event) => (tells(event) ? event.data.userId : null),
    columns: {
      user_id: 'text',
      owner_id: 'text',
      platform: 'text',
      status: 'text',
      status_since: 'timestamptz',
      attempt_id: 'text',
      due_at: 'timestamptz',
    },
    fold: (row, event) => (tells(event) ? foldFollowedRow(row, event) : row),
    touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
  }),
};
