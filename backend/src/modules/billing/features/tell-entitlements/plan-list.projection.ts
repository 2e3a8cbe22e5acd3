import type { Plan } from '@posthorn/contracts/billing/plan';
import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { PremiumCause, PremiumEvent, SubscriptionEvent } from '../../domain/subscription-events.ts';
import { planOf, subscriptionStream, withCause, withoutCause } from '../../domain/subscription.ts';

export type PlanRow = Readonly<{
  user_id: string;
  plan: Plan;
  causes: readonly PremiumCause[];
  since: string;
}>;

/** Who has ever had Premium, and what they have now. Somebody without a row is on the free plan. */
export const planList: Projection<SubscriptionEvent> = {
  name: 'billing.plan',
  version: 2,
  categories: [subscriptionStream.category],
  tables: {
    billing_plan:
      'user_id text primary key, plan text not null, causes jsonb not null, since timestamptz not null',
  },
  personal: { billing_plan: 'user_id' },
  apply: keyedRows<PlanRow, SubscriptionEvent>({
    table: 'billing_plan',
    key: 'user_id',
    keyOf: (event) => (isOfPremium(event) ? event.data.userId : null),
    columns: { user_id: 'text', plan: 'text', causes: 'jsonb', since: 'timestamptz' },
    fold: (row, event) => (isOfPremium(event) ? foldPlan(row, event) : row),
    touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
  }),
};

const isOfPremium = (event: LoggedEvent<SubscriptionEvent>): event is LoggedEvent<PremiumEvent> =>
  event.type === 'PremiumGranted' || event.type === 'PremiumEnded';

/** `since`: when the plan became what it is; one more cause changes nothing about that. */
export function foldPlan(row: PlanRow | undefined, event: LoggedEvent<PremiumEvent>): PlanRow {
  const { data, meta } = event;
  const causes = afterwards(row?.causes ?? [], event);
  const plan = planOf({ causes });
  return { user_id: data.userId, plan, causes, since: row?.plan === plan ? row.since : meta.at };
}

function afterwards(
  causes: readonly PremiumCause[],
  { type, data }: LoggedEvent<PremiumEvent>,
): readonly PremiumCause[] {
  switch (type) {
    case 'PremiumGranted':
      return withCause(causes, data.cause);
    case 'PremiumEnded':
      return withoutCause(causes, data.cause);
    default:
      return assertNever(type);
  }
}
