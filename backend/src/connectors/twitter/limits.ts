import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByName } from '../contract/public-address.ts';

/**
 * What X charges for reading a post or an author, in US dollars. X charges for each at most once per UTC day (docs.x.com
 * `x-api/getting-started/pricing`).
 */
export const POST_USD = 0.005;
export const AUTHOR_USD = 0.01;

/** Sources: docs.x.com `fundamentals/counting-characters` and `x-api/media`, OpenAPI 2.167. */
const TWITTER_LIMITS: PlatformLimits = {
  platform: 'twitter',
  text: { max: 280, count: { by: 'xWeighted', urlLength: 23 }, requiresMedia: false },
  media: {
    images: 4,
    videos: 1,
    mixed: false,
    imageBytes: 5_000_000,
    videoBytes: 512_000_000,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    // `tweet_gif`. X accepts at most 350 frames, but Posthorn does not count the frames.
    gif: { bytes: 15_000_000, width: 1280, height: 1080, alone: true },
    videoTypes: ['video/mp4', 'video/quicktime'],
    // H.264 (docs.x.com/x-api/media/quickstart/best-practices).
    videoCodecs: ['avc1', 'avc2', 'avc3', 'avc4'],
    videoRatio: { min: 1 / 3, max: 3 },
    videoSeconds: { min: 0.5, max: 140 },
    videoWidthMin: 32,
    videoHeightMin: 32,
    altTextMax: 1000,
  },
  confirmed: '2026-08-22',
  promotionalTextAllowed: true,
};

const LONG_TEXT_MAX = 25_000;
/** The subscriptions with longer texts. The subscription Basic has the usual limits. */
const PREMIUM = ['Premium', 'PremiumPlus'];

/** The limits of an account. `subscription`: `subscription_type` of the user. */
export const limitsFor = (subscription: string | null): PlatformLimits =>
  PREMIUM.includes(subscription ?? '')
    ? { ...TWITTER_LIMITS, text: { ...TWITTER_LIMITS.text, max: LONG_TEXT_MAX } }
    : TWITTER_LIMITS;

/** The choice that everyone may reply. For this choice, the request has no `reply_settings`. */
export const EVERYONE = 'everyone';

export const REPLY_SETTINGS = {
  kind: 'choice',
  name: 'replySettings',
  label: WORDS['twitter.replySettings'],
  required: false,
  choices: [
    { value: EVERYONE, label: WORDS['twitter.replySettings/everyone'] },
    { value: 'following', label: WORDS['twitter.replySettings/following'] },
    { value: 'mentionedUsers', label: WORDS['twitter.replySettings/mentionedUsers'] },
    { value: 'subscribers', label: WORDS['twitter.replySettings/subscribers'] },
    { value: 'verified', label: WORDS['twitter.replySettings/verified'] },
  ],
  initial: EVERYONE,
} as const satisfies OptionField;
export const PAID_PARTNERSHIP = {
  kind: 'flag',
  name: 'paidPartnership',
  label: WORDS['twitter.paidPartnership'],
  required: false,
  initial: false,
} as const satisfies OptionField;
export const MADE_WITH_AI = {
  kind: 'flag',
  name: 'madeWithAi',
  label: WORDS['twitter.madeWithAi'],
  required: false,
  initial: false,
} as const satisfies OptionField;

export const TWITTER: PlatformDescriptor = {
  platform: 'twitter',
  name: 'X',
  connectPath: '/api/auth/twitter',
  publicAddress: urlByName('https://x.com/'),
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: false,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'quotes', 'impressions'),
    // X requires a separate approval for replies that a model writes.
    automaticReplies: false,
  },
  limits: TWITTER_LIMITS,
  // The error "duplicate content" is not reliable enough to prevent a second post.
  lookUp: { visibilitySeconds: 30, isLateCallHarmless: false, listsPosts: true },
  options: [REPLY_SETTINGS, PAID_PARTNERSHIP, MADE_WITH_AI],
  // docs.x.com `x-api/getting-started/pricing`: $0.015 for a post, and $0.20 for a post that contains a URL or a domain.
  hint: WORDS['twitter/hint'],
};
