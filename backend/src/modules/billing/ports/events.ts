import type { Plan } from '@posthorn/contracts/billing/plan';
import type { Event } from '@posthorn/event-sourcing';

/**
 * A user gets or loses a cause of Premium: a subscription, or a grant by the operator (`complimentary`). The plan of the user may have
 * changed, because a user has Premium while at least one cause is active.
 */
export type PlanChangedEvent =
  | Event<'PremiumGranted', number, { userId: string }>
  | Event<'PremiumEnded', number, { userId: string }>;

/** `PlanChangedEvent` with the cause, for read models of other modules. `plan`: the plan after the event; null in older events. */
export type PremiumCauseEvent =
  | Event<'PremiumGranted', number, { userId: string; cause: string }>
  | Event<'PremiumEnded', number, { userId: string; cause: string; plan: Plan | null }>;
