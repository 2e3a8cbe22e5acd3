import type { Event } from '@posthorn/event-sourcing';

/** Somebody's plan is another, or one of several causes of the same. */
export type PlanChangedEvent =
  Event<'PremiumGranted', 1, { userId: string }> | Event<'PremiumEnded', 1, { userId: string }>;

/** The same for read models of their own: somebody has Premium while one cause holds. */
export type PremiumCauseEvent =
  | Event<'PremiumGranted', number, { userId: string; cause: string }>
  | Event<'PremiumEnded', number, { userId: string; cause: string }>;
