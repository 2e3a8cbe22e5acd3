import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { addressByNameIfAny } from '../contract/public-address.ts';

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
  label: 'Title',
  required: true,
  max: 100,
  from: 'title',
} as const satisfies OptionField;
/** US law (COPPA) requires that the creator answers this question, so there is no initial value. */
export const MADE_FOR_KIDS = {
  kind: 'flag',
  name: 'madeForKids',
  byHand: true,
  label: 'Made for kids',
  help: 'YouTube asks every creator whether a video is made for kids. Comments are off where it is.',
  required: true,
  initial: null,
} as const satisfies OptionField;
export const PRIVACY = {
  kind: 'choice',
  name: 'privacy',
  label: 'Visibility',
  required: true,
  choices: [
    { value: 'public', label: 'Public' },
    { value: 'unlisted', label: 'Unlisted' },
    { value: 'private', label: 'Private' },
  ],
  initial: 'public',
} as const satisfies OptionField;
export const ALTERED = {
  kind: 'flag',
  name: 'containsSyntheticMedia',
  byHand: true,
  label: 'Altered content',
  help: 'It shows something realistic that was made or changed by a machine.',
  required: false,
  initial: false,
} as const satisfies OptionField;

export const TAGS = {
  kind: 'text',
  name: 'tags',
  label: 'Tags',
  help: 'With commas between them. 500 characters together.',
  required: false,
  max: 500,
} as const satisfies OptionField;
/** The categories that a video may have (`videoCategories.list`, `assignable`). Nearly all regions have the same categories. */
export const CATEGORY = {
  kind: 'choice',
  name: 'category',
  label: 'Category',
  required: false,
  choices: [
    { value: '2', label: 'Autos & Vehicles' },
    { value: '23', label: 'Comedy' },
    { value: '27', label: 'Education' },
    { value: '24', label: 'Entertainment' },
    { value: '1', label: 'Film & Animation' },
    { value: '20', label: 'Gaming' },
    { value: '26', label: 'Howto & Style' },
    { value: '10', label: 'Music' },
    { value: '25', label: 'News & Politics' },
    { value: '29', label: 'Nonprofits & Activism' },
    { value: '22', label: 'People & Blogs' },
    { value: '15', label: 'Pets & Animals' },
    { value: '28', label: 'Science & Technology' },
    { value: '17', label: 'Sports' },
    { value: '19', label: 'Travel & Events' },
  ],
  // YouTube's own default.
  initial: '22',
} as const satisfies OptionField;
export const NOTIFY = {
  kind: 'flag',
  name: 'notifySubscribers',
  label: 'Tell subscribers of it',
  required: false,
  initial: true,
} as const satisfies OptionField;

export const YOUTUBE: PlatformDescriptor = {
  platform: 'youtube',
  name: 'YouTube',
  connectPath: '/api/auth/youtube',
  publicAddress: addressByNameIfAny('https://www.youtube.com/@'),
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
