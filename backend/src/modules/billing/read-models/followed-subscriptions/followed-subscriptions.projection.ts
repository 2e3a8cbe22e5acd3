import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { column, LEASE, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { isFinal, premiumChangesAt } from '../../domain/subscription/premium-rule.ts';
import type {
  CheckoutFailed,
  CheckoutStarted,
  CustomerForgotten,
  SubscriptionObserved,
} from '../../domain/subscription/subscription-events.ts';
import { subscriptionStream } from '../../domain/subscription/subscription.ts';
import { nextNight } from '../../domain/subscription/nights.ts';

const FOLLOWING = rowTable(
  'billing_following_due',
  'user_id',
  {
    user_id: 'text not null',
    owner_id: 'text not null',
    platform: column<''>('text not null'),
    status: 'text',
    status_since: 'timestamptz',
    /** A checkout that is open and has not yet created a subscription. */
    attempt_id: 'text',
    due_at: 'timestamptz not null',
  },
  LEASE,
);
/** A user whose subscription or checkout is not over, with the time of the next check. */
export type FollowedRow = RowOf<typeof FOLLOWING>;

type FollowedEvent = CheckoutStarted | CheckoutFailed | SubscriptionObserved | CustomerForgotten;

export const foldFollowedRow = folding<
  FollowedRow | undefined,
  Pick<LoggedEvent<FollowedEvent>, 'meta'> & FollowedEvent
>({
  CustomerForgotten: () => undefined,
  CheckoutStarted: (row, event) => ({ ...(row ?? newRow(event)), attempt_id: event.data.attemptId }),
  CheckoutFailed(row, event) {
    if (event.data.retryAt !== null || row?.attempt_id !== event.data.attemptId) return row;
    return unlessOver({ ...row, attempt_id: null });
  },
  SubscriptionObserved(row, event) {
    const before = row ?? newRow(event);
    const { status, endsAt, pastDueSince, observedAt, attemptId } = event.data;
    const statusSince = before.status === status ? (before.status_since ?? observedAt) : observedAt;
    const changesAt = premiumChangesAt({ status, endsAt, pastDueSince, statusSince });
    const night = nightAfter(event);
    return unlessOver({
      ...before,
      status,
      status_since: statusSince,
      attempt_id: before.attempt_id === attemptId ? null : before.attempt_id,
      due_at: changesAt !== null && changesAt < night ? changesAt : night,
    });
  },
});

type FollowedLoggedEvent = Pick<LoggedEvent<FollowedEvent>, 'meta' | 'data'>;
const nightAfter = ({ meta, data }: FollowedLoggedEvent): string =>
  nextNight(new Date(meta.at), data.userId).toISOString();

const newRow = (event: FollowedLoggedEvent): FollowedRow => ({
  user_id: event.data.userId,
  owner_id: event.data.userId,
  platform: '',
  status: null,
  status_since: null,
  attempt_id: null,
  due_at: nightAfter(event),
});

const unlessOver = (row: FollowedRow): FollowedRow | undefined =>
  row.attempt_id === null && (row.status === null || isFinal(row.status)) ? undefined : row;

export const followedSubscriptions = rowProjection<FollowedRow, FollowedEvent>({
  name: 'billing.followed-subscriptions',
  version: 1,
  categories: [subscriptionStream.category],
  table: FOLLOWING,
  owner: 'user_id',
  indexes: ['create index on {schema}.billing_following_due (platform, due_at, user_id)'],
  keyOf: ({ data }) => data.userId,
  fold: foldFollowedRow,
  touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
});
export const FOLLOWED_VIEW = readViewOf(followedSubscriptions, 'billing_following_due');
