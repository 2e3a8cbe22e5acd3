import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { Budget } from '../contract/budget.ts';
import { COVER_FIELD } from '../kit/cover-field.ts';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByNameIfAny } from '../contract/public-address.ts';
import { LAST_CHUNK_MOST } from './media/chunks.ts';

/**
 * Sources: Content Posting API v2, the references of direct post and photo post, and the media transfer guide. Larger photos are shrunk to
 * `PHOTO_SIDES`, so no limit for them is checked.
 */
export const TIKTOK_LIMITS: PlatformLimits = {
  platform: 'tiktok',
  text: { max: 2200, maxWithImages: 4000, count: { by: 'utf16' }, requiresMedia: true },
  media: {
    images: 35,
    videos: 1,
    mixed: false,
    imageBytes: 20_000_000,
    videoBytes: 4_000_000_000,
    imageTypes: ['image/jpeg'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    videoSeconds: { min: 3, max: 600 },
    videoWidthMin: 360,
    videoHeightMin: 360,
    videoSideMax: 4096,
    altTextMax: 0,
  },
  postsPerDay: 15,
  confirmed: '2026-11-01',
  promotionalTextAllowed: false,
};

/** The title of a photo post, in UTF-16 units. A video has only a caption. */
export const PHOTO_TITLE_MAX = 90;

/** In pixels. A photo may have at most 1080 × 1920 or 1920 × 1080. */
export const PHOTO_SIDES = { long: 1920, short: 1080 } as const;

export const PRIVACY_LEVELS = {
  PUBLIC_TO_EVERYONE: WORDS['tiktok.privacy/PUBLIC_TO_EVERYONE'],
  MUTUAL_FOLLOW_FRIENDS: WORDS['tiktok.privacy/MUTUAL_FOLLOW_FRIENDS'],
  FOLLOWER_OF_CREATOR: WORDS['tiktok.privacy/FOLLOWER_OF_CREATOR'],
  SELF_ONLY: WORDS['tiktok.privacy/SELF_ONLY'],
} as const;

/**
 * The fields that the content sharing guidelines require (developers.tiktok.com/doc/content-sharing-guidelines). The user must
 * choose who sees the post. Nothing is preselected. The required declarations are in the help texts.
 */
export const TIKTOK_FIELDS: readonly OptionField[] = [
  {
    kind: 'choice',
    name: 'privacy',
    byHand: true,
    label: WORDS['tiktok.privacy'],
    help: WORDS['tiktok.privacy/help'],
    required: true,
    initial: null,
    fromAccount: true,
    choices: Object.entries(PRIVACY_LEVELS).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'flag',
    name: 'allowComment',
    byHand: true,
    label: WORDS['tiktok.allowComment'],
    required: false,
    initial: false,
  },
  {
    kind: 'flag',
    name: 'allowDuet',
    byHand: true,
    label: WORDS['tiktok.allowDuet'],
    forMedia: 'video',
    required: false,
    initial: false,
  },
  {
    kind: 'flag',
    name: 'allowStitch',
    byHand: true,
    label: WORDS['tiktok.allowStitch'],
    forMedia: 'video',
    required: false,
    initial: false,
  },
  {
    kind: 'flag',
    name: 'autoAddMusic',
    byHand: true,
    label: WORDS['tiktok.autoAddMusic'],
    forMedia: 'image',
    required: false,
    initial: false,
  },
  {
    kind: 'flag',
    name: 'isAigc',
    byHand: true,
    label: WORDS['tiktok.isAigc'],
    forMedia: 'video',
    required: false,
    initial: false,
  },
  COVER_FIELD,
  {
    kind: 'flag',
    name: 'disclosesCommercial',
    byHand: true,
    label: WORDS['tiktok.disclosesCommercial'],
    help: WORDS['tiktok.disclosesCommercial/help'],
    required: false,
    initial: false,
  },
  {
    kind: 'flag',
    name: 'ownBrand',
    byHand: true,
    label: WORDS['tiktok.ownBrand'],
    help: WORDS['tiktok.ownBrand/help'],
    required: false,
    initial: false,
    showWhen: 'disclosesCommercial',
  },
  {
    kind: 'flag',
    name: 'brandedContent',
    byHand: true,
    label: WORDS['tiktok.brandedContent'],
    help: WORDS['tiktok.brandedContent/help'],
    required: false,
    initial: false,
    showWhen: 'disclosesCommercial',
  },
];

/** The limits for a creator's direct posts through all clients, and for upload requests with one token. */
export const TIKTOK_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 15, perSeconds: 86_400 },
  { name: 'inits', scope: 'account', capacity: 6, perSeconds: 60 },
];

export const TIKTOK: PlatformDescriptor = {
  platform: 'tiktok',
  name: 'TikTok',
  connectPath: '/api/auth/tiktok',
  publicAddress: urlByNameIfAny('https://www.tiktok.com/@'),
  // The ids of authors are not the ids of accounts.
  accountNameOf: ({ handle }) => handle,
  capabilities: {
    text: false,
    images: true,
    video: true,
    // Needs a separate consent, in addition to the consent for publishing.
    comments: true,
    reply: true,
    hide: true,
    delete: false,
    deletePost: false,
    // Only the API for Business returns the reach.
    analytics: analyticsOf('likes', 'comments', 'shares', 'views', 'reach'),
    automaticReplies: false,
  },
  limits: TIKTOK_LIMITS,
  // A post has two ids. TikTok lists photos only after a check that may take hours.
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: false },
  options: TIKTOK_FIELDS,
  callBytes: LAST_CHUNK_MOST,
};
