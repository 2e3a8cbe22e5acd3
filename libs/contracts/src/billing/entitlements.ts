import { MEDIA_QUOTA } from '../shared/media-usage.http.ts';
import type { Plan } from './plan.ts';

/** What a user's plan allows. Numbers are limits; null: no limit. */
export type Entitlements = Readonly<{
  plan: Plan;
  scheduledPosts: number | null;
  /** The maximum number of drafts on the server. */
  drafts: number;
  connectedAccounts: number | null;
  /** The maximum number of bytes of stored pictures and videos. */
  mediaBytes: number;
  /** A text that describes to the model how its owner writes. */
  personality: boolean;
  aiSuggestions: boolean;
  /** Replies that are sent or drafted automatically. */
  aiReplies: boolean;
  /** The words "via …" at the end of published posts, where the platform allows them. */
  suffix: boolean;
  /** The metrics of each post, with trends and downloads. */
  analytics: boolean;
  /** How many of the newest posts the public page shows. */
  pagePosts: number;
  /** The user's own picture at the top of the public page. */
  banner: boolean;
  /** The badge "Pro" beside the name. */
  badge: boolean;
  /** The operator replies to these users first. The operator keeps this promise, not the server. */
  prioritySupport: boolean;
}>;

/** All differences between the plans. The server enforces them; the plan cards list them. */
export const ENTITLEMENTS = {
  free: {
    plan: 'free',
    scheduledPosts: 3,
    drafts: 500,
    connectedAccounts: 5,
    mediaBytes: MEDIA_QUOTA.free,
    personality: false,
    aiSuggestions: false,
    aiReplies: false,
    suffix: true,
    analytics: false,
    pagePosts: 3,
    banner: false,
    badge: false,
    prioritySupport: false,
  },
  premium: {
    plan: 'premium',
    scheduledPosts: null,
    drafts: 500,
    connectedAccounts: null,
    mediaBytes: MEDIA_QUOTA.premium,
    personality: true,
    aiSuggestions: true,
    aiReplies: true,
    suffix: false,
    analytics: true,
    pagePosts: 10,
    banner: true,
    badge: true,
    prioritySupport: true,
  },
} as const satisfies Record<Plan, Entitlements>;

/** For screens, which know only whether the plan of the user is Premium. */
export const entitlementsOf = ({ isPremium }: Readonly<{ isPremium: boolean }>): Entitlements =>
  ENTITLEMENTS[isPremium ? 'premium' : 'free'];
