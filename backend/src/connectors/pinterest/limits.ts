import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { COVER_FIELD } from '../kit/cover-field.ts';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByName } from '../contract/public-address.ts';

const MB = 1_000_000;

/**
 * Sources: the v5 specification (5.23.0) for texts, the documentation of other publishing tools for files. If two tools disagree,
 * the lower limit applies.
 */
const PINTEREST_LIMITS: PlatformLimits = {
  platform: 'pinterest',
  text: { max: 800, count: { by: 'codePoints' }, requiresMedia: true },
  media: {
    images: 5,
    videos: 1,
    // A post may contain a video and one picture, its cover.
    mixed: true,
    imageBytes: 20 * MB,
    videoBytes: 1_000 * MB,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
    // Pinterest does not document what happens to an animation in a carousel.
    gif: { alone: true },
    videoTypes: ['video/mp4', 'video/quicktime'],
    videoRatio: { min: 0.5, max: 1.91 },
    videoSeconds: { min: 4, max: 900 },
    altTextMax: 500,
  },
  confirmed: '2026-11-01',
  promotionalTextAllowed: true,
};

export const BOARD_FIELD = {
  kind: 'choice',
  name: 'boardId',
  label: WORDS['pinterest.boardId'],
  required: true,
  choices: [],
  fromAccount: true,
  initial: null,
} as const satisfies OptionField;

export const TITLE_FIELD = {
  kind: 'text',
  name: 'title',
  label: WORDS['pinterest.title'],
  required: false,
  max: 100,
  from: 'title',
} as const satisfies OptionField;

export const LINK_FIELD = {
  kind: 'text',
  name: 'link',
  label: WORDS['pinterest.link'],
  help: WORDS['pinterest.link/help'],
  required: false,
  max: 2048,
} as const satisfies OptionField;

export const PINTEREST: PlatformDescriptor = {
  platform: 'pinterest',
  name: 'Pinterest',
  connectPath: '/api/auth/pinterest',
  publicAddress: urlByName('https://www.pinterest.com/'),
  capabilities: {
    text: false,
    images: true,
    video: true,
    comments: false,
    reply: false,
    hide: false,
    delete: false,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'impressions', 'clicks'),
    automaticReplies: false,
  },
  limits: PINTEREST_LIMITS,
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: true },
  options: [BOARD_FIELD, TITLE_FIELD, LINK_FIELD, COVER_FIELD],
};
