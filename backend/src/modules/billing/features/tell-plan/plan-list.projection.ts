import type { Plan } from '@posthorn/contracts/billing/plan';
import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { subscriptionStream, type SubscriptionEvent } from '../../domain/subscription.ts';

export type PlanRow = Readonly<{ user_id: string; plan: Plan; cause: string | null; since: string }>;

/** Who has ever had Premium, and what they have now. Somebody without a row is on the free plan. */
export const planList: Projection<SubscriptionEvent> = {
  name: 'billing.plan',
  version: 1,
  categories: [subscriptionStream.category],
  tables: {
    billing_plan: 'user_id text primary key, plan text not null, cause text, since timestamptz not null',
  },
  apply: keyedRows<PlanRow, SubscriptionEvent>({
    table: 'billing_plan',
    key: 'user_id',
    keyOf: (event) => event.data.userId,
    columns: { user_id: 'text', plan: 'text', cause: 'text', since: 'timestamptz' },
    fold: foldPlan,
    touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
  }),
};

export function foldPlan(_: PlanRow | undefined, event: LoggedEvent<SubscriptionEvent>): PlanRow {
  const { type, data, meta } = event;
  switch (type) {
    case 'PremiumGranted':
      return { user_id: data.userId, plan: 'premium', cause: data.cause, since: meta.at };
    case 'PremiumEnded':
      return { user_id: data.userId, plan: 'free', cause: null, since: meta.at };
    default:
      return assertNever(type);
  }
}
