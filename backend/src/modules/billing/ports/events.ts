import type { Plan } from '@posthorn/contracts/billing/plan';
import type { Event } from '@posthorn/event-sourcing';

/** The user's plan has changed, or one of several causes of the same plan. */
export type PlanChangedEvent =
  Event<'PremiumGranted', number, { userId: string }> | Event<'PremiumEnded', number, { userId: string }>;

/**
 * The same change with its cause, for read models of other modules. A user has Premium while at least one cause holds. `plan`: the plan from
 * here on; null: an older event does not say it.
 */
export type PremiumCauseEvent =
  | Event<'PremiumGranted', number, { userId: string; cause: string }>
  | Event<'PremiumEnded', number, { userId: string; cause: string; plan: Plan | null }>;
