import { readViewOf } from '#infrastructure/readers/read-views.ts';
import type { Plan } from '@posthorn/contracts/billing/plan';
import { folding } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { column, rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { PremiumCause, PremiumEvent } from '../../domain/subscription/subscription-events.ts';
import {
  planOf,
  subscriptionStream,
  withCause,
  withoutCause,
} from '../../domain/subscription/subscription.ts';

const PLAN = rowTable('billing_plan', 'user_id', {
  user_id: 'text not null',
  plan: column<Plan>('text not null'),
  causes: column<readonly PremiumCause[]>('jsonb not null'),
  since: 'timestamptz not null',
});
export type PlanRow = RowOf<typeof PLAN>;

export const foldPlan = folding<PlanRow | undefined, LoggedEvent<PremiumEvent>>({
  PremiumGranted: (row, event) => rowWithCauses(row, event, withCause(row?.causes ?? [], event.data.cause)),
  PremiumEnded: (row, event) => rowWithCauses(row, event, withoutCause(row?.causes ?? [], event.data.cause)),
});

/** Returns the row after a change of the causes. `since`: when the plan last changed. A second cause does not change the plan. */
function rowWithCauses(
  row: PlanRow | undefined,
  { data, meta }: LoggedEvent<PremiumEvent>,
  causes: readonly PremiumCause[],
): PlanRow {
  const plan = planOf({ causes });
  return { user_id: data.userId, plan, causes, since: row?.plan === plan ? row.since : meta.at };
}

/** The plan of each user who has ever had Premium. Users without a row have the free plan. */
export const planList = rowProjection<PlanRow, PremiumEvent>({
  name: 'billing.plan',
  version: 2,
  categories: [subscriptionStream.category],
  table: PLAN,
  owner: 'user_id',
  keyOf: ({ data }) => data.userId,
  fold: foldPlan,
  touched: ({ user_id: userId }) => ({ userId, topic: 'user' }),
});
export const PLANS_VIEW = readViewOf(planList, 'billing_plan');
