import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByNameIfAny } from '../contract/public-address.ts';

/**
 * Source: developers.snap.com `Public-Profile-API/ProfileAssetManagement`. The text is the description of a Spotlight; stories
 * have no text.
 */
export const SNAPCHAT_LIMITS: PlatformLimits = {
  platform: 'snapchat',
  text: {
    max: 160,
    count: { by: 'codePoints' },
    requiresMedia: true,
    onlyWith: { option: 'kind', value: 'spotlight' },
  },
  media: {
    images: 1,
    videos: 1,
    mixed: false,
    imageBytes: 20_000_000,
    videoBytes: 1_000_000_000,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4'],
    videoRatio: { min: 9 / 16, max: 9 / 16 },
    videoSeconds: { min: 5, max: 60 },
    videoWidthMin: 540,
    videoHeightMin: 960,
    altTextMax: 0,
  },
  confirmed: '2026-09-11',
  promotionalTextAllowed: true,
};

/** The minimum length of a Spotlight. A story may be one second shorter. */
export const SPOTLIGHT_SECONDS_MIN = 6;
const SAVED_TITLE_MAX = 45;

export const KIND = {
  kind: 'choice',
  name: 'kind',
  label: WORDS['snapchat.kind'],
  help: WORDS['snapchat.kind/help'],
  required: true,
  choices: [
    { value: 'story', label: WORDS['snapchat.kind/story'] },
    { value: 'saved_story', label: WORDS['snapchat.kind/saved_story'] },
    { value: 'spotlight', label: WORDS['snapchat.kind/spotlight'] },
  ],
  initial: 'story',
} as const satisfies OptionField;
export type SnapKind = (typeof KIND)['choices'][number]['value'];

export const SAVED_TITLE = {
  kind: 'text',
  name: 'savedStoryTitle',
  label: WORDS['snapchat.savedStoryTitle'],
  help: WORDS['snapchat.savedStoryTitle/help'],
  required: false,
  max: SAVED_TITLE_MAX,
} as const satisfies OptionField;

export const SNAPCHAT: PlatformDescriptor = {
  platform: 'snapchat',
  name: 'Snapchat',
  connectPath: '/api/auth/snapchat',
  publicAddress: urlByNameIfAny('https://www.snapchat.com/@'),
  capabilities: {
    text: false,
    images: true,
    video: true,
    comments: false,
    reply: false,
    hide: false,
    delete: false,
    // The documentation describes no call that deletes a post.
    deletePost: false,
    analytics: analyticsOf('impressions', 'shares'),
    automaticReplies: false,
  },
  limits: SNAPCHAT_LIMITS,
  // Snapchat has no list of posts.
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: false },
  options: [KIND, SAVED_TITLE],
};
