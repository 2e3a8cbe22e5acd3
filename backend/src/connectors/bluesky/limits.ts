import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { LINK_CARD_FIELD } from '../kit/link-cards/link-card-field.ts';
import { languageField } from '../kit/languages.ts';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByName } from '../contract/public-address.ts';

/** Sources: the lexicons of app.bsky.embed.images, .video and app.bsky.feed.post. Some servers publish different limits. */
export const BLUESKY_LIMITS: PlatformLimits = {
  platform: 'bluesky',
  text: { max: 300, count: { by: 'graphemes' }, maxBytes: 3000, requiresMedia: false },
  media: {
    images: 10,
    videos: 1,
    mixed: false,
    imageBytes: 2_000_000,
    videoBytes: 300_000_000,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp'],
    videoTypes: ['video/mp4'],
    altTextMax: 2000,
  },
  confirmed: '2026-08-20',
  promotionalTextAllowed: true,
};

export const LANGUAGE = languageField(WORDS['bluesky.language/help']);

export const BLUESKY: PlatformDescriptor = {
  platform: 'bluesky',
  name: 'Bluesky',
  connectPath: '/api/auth/bluesky',
  publicAddress: urlByName('https://bsky.app/profile/'),
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: false,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'quotes'),
    automaticReplies: true,
  },
  limits: BLUESKY_LIMITS,
  // Posthorn chooses the record key, so a late call makes no second post.
  lookUp: { visibilitySeconds: 30, isLateCallHarmless: true, listsPosts: false },
  options: [LANGUAGE, LINK_CARD_FIELD],
};
