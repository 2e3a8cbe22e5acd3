import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByNameIfAny } from '../contract/public-address.ts';

/** YouTube refuses these characters in titles and descriptions (developers.google.com/youtube/v3/docs/videos). */
export const FORBIDDEN = '<>';

/** developers.google.com/youtube/v3/docs/thumbnails/set: 2 MB. */
const THUMBNAIL_BYTES = 2_000_000;

/** The limits of a channel without phone verification. */
export const YOUTUBE_LIMITS: PlatformLimits = {
  platform: 'youtube',
  // The documentation counts bytes, other sources count characters. Posthorn applies both limits.
  text: {
    max: 5000,
    maxBytes: 5000,
    count: { by: 'codePoints' },
    requiresMedia: true,
    forbidden: FORBIDDEN,
  },
  media: {
    images: 1,
    videos: 1,
    mixed: true,
    imagesAreCovers: true,
    imageBytes: THUMBNAIL_BYTES,
    videoBytes: 256_000_000_000,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    videoSeconds: { min: 0, max: 900 },
    altTextMax: 0,
  },
  confirmed: '2026-11-20',
  promotionalTextAllowed: true,
};

export const TITLE = {
  kind: 'text',
  name: 'title',
  label: WORDS['youtube.title'],
  required: true,
  max: 100,
  from: 'title',
} as const satisfies OptionField;
/** US law (COPPA) requires that the creator answers this question, so there is no initial value. */
export const MADE_FOR_KIDS = {
  kind: 'flag',
  name: 'madeForKids',
  byHand: true,
  label: WORDS['youtube.madeForKids'],
  help: WORDS['youtube.madeForKids/help'],
  required: true,
  initial: null,
} as const satisfies OptionField;
export const PRIVACY = {
  kind: 'choice',
  name: 'privacy',
  label: WORDS['youtube.privacy'],
  required: true,
  choices: [
    { value: 'public', label: WORDS['youtube.privacy/public'] },
    { value: 'unlisted', label: WORDS['youtube.privacy/unlisted'] },
    { value: 'private', label: WORDS['youtube.privacy/private'] },
  ],
  initial: 'public',
} as const satisfies OptionField;
export const ALTERED = {
  kind: 'flag',
  name: 'containsSyntheticMedia',
  byHand: true,
  label: WORDS['youtube.containsSyntheticMedia'],
  help: WORDS['youtube.containsSyntheticMedia/help'],
  required: false,
  initial: false,
} as const satisfies OptionField;

export const TAGS = {
  kind: 'text',
  name: 'tags',
  label: WORDS['youtube.tags'],
  help: WORDS['youtube.tags/help'],
  required: false,
  max: 500,
} as const satisfies OptionField;
/** The categories that a video may have (`videoCategories.list`, `assignable`). Nearly all regions have the same categories. */
export const CATEGORY = {
  kind: 'choice',
  name: 'category',
  label: WORDS['youtube.category'],
  required: false,
  choices: [
    { value: '2', label: WORDS['youtube.category/2'] },
    { value: '23', label: WORDS['youtube.category/23'] },
    { value: '27', label: WORDS['youtube.category/27'] },
    { value: '24', label: WORDS['youtube.category/24'] },
    { value: '1', label: WORDS['youtube.category/1'] },
    { value: '20', label: WORDS['youtube.category/20'] },
    { value: '26', label: WORDS['youtube.category/26'] },
    { value: '10', label: WORDS['youtube.category/10'] },
    { value: '25', label: WORDS['youtube.category/25'] },
    { value: '29', label: WORDS['youtube.category/29'] },
    { value: '22', label: WORDS['youtube.category/22'] },
    { value: '15', label: WORDS['youtube.category/15'] },
    { value: '28', label: WORDS['youtube.category/28'] },
    { value: '17', label: WORDS['youtube.category/17'] },
    { value: '19', label: WORDS['youtube.category/19'] },
  ],
  // YouTube's own default.
  initial: '22',
} as const satisfies OptionField;
export const NOTIFY = {
  kind: 'flag',
  name: 'notifySubscribers',
  label: WORDS['youtube.notifySubscribers'],
  required: false,
  initial: true,
} as const satisfies OptionField;

export const YOUTUBE: PlatformDescriptor = {
  platform: 'youtube',
  name: 'YouTube',
  connectPath: '/api/auth/youtube',
  publicAddress: urlByNameIfAny('https://www.youtube.com/@'),
  capabilities: {
    text: false,
    images: false,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: true,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'views'),
    automaticReplies: true,
  },
  limits: YOUTUBE_LIMITS,
  // One upload session makes at most one video, and returns its id.
  lookUp: { visibilitySeconds: 30, isLateCallHarmless: true, listsPosts: false },
  options: [TITLE, MADE_FOR_KIDS, PRIVACY, CATEGORY, TAGS, ALTERED, NOTIFY],
};
