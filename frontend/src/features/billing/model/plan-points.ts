import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import { byteSize } from '#lib/byte-size.ts';
import { PLAN_POINTS_TEXT as TEXT, type PlanFeature } from '../messages/plan-points.en.ts';

/** A feature as text, and whether the plan has it. */
type PlanPoint = Readonly<{ words: string; has: boolean }>;

/** Returns the features from the table that the server also uses. Both plans have the same number of rows, so that the rows align. */
export const planPoints = (plan: Entitlements): readonly PlanPoint[] => [
  ...[
    ...TEXT.everyPlan,
    TEXT.scheduled(plan.scheduledPosts),
    TEXT.accounts(plan.connectedAccounts),
    TEXT.storage(byteSize(plan.mediaBytes)),
    TEXT.pagePosts(plan.pagePosts),
  ].map((words) => ({ words, has: true })),
  ...Object.entries(TEXT.features).map(([name, words]) => ({
    words,
    // The suffix is a disadvantage, so a plan "has" this point if it lacks the suffix.
    has: plan[name as PlanFeature] !== (name === 'suffix'),
  })),
];
