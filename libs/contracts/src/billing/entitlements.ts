import { MEDIA_QUOTA } from '../shared/media-usage.http.ts';
import type { Plan } from './plan.ts';

/** What a user's plan allows. A number is the limit at one time; null: no limit. */
export type Entitlements = Readonly<{
  plan: Plan;
  scheduledPosts: number | null;
  connectedAccounts: number | null;
  /** Bytes of stored pictures and videos. */
  mediaBytes: number;
  /** A text that describes to the model how its owner writes. */
  personality: boolean;
  aiSuggestions: boolean;
  /** Replies that are sent or drafted automatically. */
  aiReplies: boolean;
  /** The words "via …" at the end of published posts, where the platform allows them. */
  suffix: boolean;
}>;

/** All differences between the plans. The server enforces them; screens show them before. */
export const ENTITLEMENTS = {
  free: {
    plan: 'free',
    scheduledPosts: 3,
    connectedAccounts: 5,
    mediaBytes: MEDIA_QUOTA.free,
    personality: false,
    aiSuggestions: false,
    aiReplies: false,
    suffix: true,
  },
  premium: {
    plan: 'premium',
    scheduledPosts: null,
    connectedAccounts: null,
    mediaBytes: MEDIA_QUOTA.premium,
    personality: true,
    aiSuggestions: true,
    aiReplies: true,
    suffix: false,
  },
} as const satisfies Record<Plan, Entitlements>;

/** For screens, which know of their user whether the plan is Premium. */
export const entitlementsOf = ({ isPremium }: Readonly<{ isPremium: boolean }>): Entitlements =>
  ENTITLEMENTS[isPremium ? 'premium' : 'free'];
