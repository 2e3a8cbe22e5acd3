import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import { byteSize } from '#lib/byte-size.ts';
import { PLAN_POINTS_TEXT as TEXT, type PlanFeature } from '../messages/plan-points.en.ts';

/** A feature of a plan, or one that it lacks, as text. */
type PlanPoint = Readonly<{ words: string; has: boolean }>;

/** From the same table that the server uses for its decisions. The rows of both plans align. */
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
    // The suffix is the one that a plan is better without.
    has: plan[name as PlanFeature] !== (name === 'suffix'),
  })),
];
