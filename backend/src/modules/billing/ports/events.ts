import type { Event } from '@posthorn/event-sourcing';

/** The plan of a user has changed, or one of several causes of the same plan. */
export type PlanChangedEvent =
  Event<'PremiumGranted', 1, { userId: string }> | Event<'PremiumEnded', 1, { userId: string }>;

/** The same with its cause, for read models of other modules. A user has Premium while one cause holds. */
export type PremiumCauseEvent =
  | Event<'PremiumGranted', number, { userId: string; cause: string }>
  | Event<'PremiumEnded', number, { userId: string; cause: string }>;
