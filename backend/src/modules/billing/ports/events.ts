import type { Plan } from '@posthorn/contracts/billing/plan';
import type { Event } from '@posthorn/event-sourcing';

/** A cause of Premium started or ended. The plan of the user may have changed. */
export type PlanChangedEvent =
  Event<'PremiumGranted', number, { userId: string }> | Event<'PremiumEnded', number, { userId: string }>;

/**
 * The same events with their cause, for read models of other modules. A user has Premium while at least one cause is active. `plan`: the plan
 * after the event; null in older events.
 */
export type PremiumCauseEvent =
  | Event<'PremiumGranted', number, { userId: string; cause: string }>
  | Event<'PremiumEnded', number, { userId: string; cause: string; plan: Plan | null }>;
