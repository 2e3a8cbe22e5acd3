import type { Entitlements } from '@posthorn/contracts/billing/entitlements';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';

/** The entitlements that a plan has or lacks. */
export type PlanFeature = {
  [Name in keyof Entitlements]: Entitlements[Name] extends boolean ? Name : never;
}[keyof Entitlements];

/** Texts of the plan cards about what each plan offers. */
export const PLAN_POINTS_TEXT = {
  scheduled: (max: number | null) =>
    max === null ? 'Unlimited scheduled posts' : `${String(max)} scheduled posts at a time`,
  accounts: (max: number | null) =>
    max === null ? 'Unlimited connected accounts' : `${String(max)} connected accounts`,
  storage: (size: string) => `${size} for pictures and videos`,
  pagePosts: (posts: number) => `Public page with your ${String(posts)} latest posts`,
  everyPlan: [
    'Universal inbox with manual replies',
    'Basic analytics: what was posted or failed, and clicks on your links',
  ],
  /** In display order. Each new entitlement needs a text here, so the plan cards cannot omit it. */
  features: {
    analytics: 'Analytics for every post: likes, views, trends and best hours',
    aiSuggestions: 'AI reply assistant',
    aiReplies: 'Automatic replies',
    personality: 'Replies in your own tone',
    suffix: `No “${FREE_SUFFIX}” under your posts`,
    banner: 'Your own banner on the public page',
    badge: 'Pro badge on your profile',
    prioritySupport: 'Priority support',
  } satisfies Readonly<Record<PlanFeature, string>>,
  missing: 'Not included:',
} as const;
