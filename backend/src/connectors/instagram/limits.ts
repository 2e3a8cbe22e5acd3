import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { COVER_FIELD } from '../kit/cover-field.ts';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByNameIfAny } from '../contract/public-address.ts';

/**
 * Sources: docs/instagram-platform, ig-user/media and content publishing. The number of posts per day is from the guide; each
 * account reports its own number. A help page of December 2025 mentions five hashtags; the developers' reference does not.
 */
export const INSTAGRAM_LIMITS: PlatformLimits = {
  platform: 'instagram',
  text: { max: 2200, count: { by: 'codePoints' }, requiresMedia: true, hashtags: 30, mentions: 20 },
  media: {
    images: 10,
    videos: 10,
    mixed: true,
    imageBytes: 8_000_000,
    videoBytes: 300_000_000,
    imageTypes: ['image/jpeg'],
    videoTypes: ['video/mp4', 'video/quicktime'],
    imageRatio: { min: 0.8, max: 1.91 },
    videoRatio: { min: 0.01, max: 10 },
    videoSeconds: { min: 3, max: 900 },
    altTextMax: 1000,
  },
  postsPerDay: 100,
  confirmed: '2026-09-11',
  promotionalTextAllowed: true,
};

export const INSTAGRAM: PlatformDescriptor = {
  platform: 'instagram',
  name: 'Instagram',
  connectPath: '/api/auth/facebook',
  publicAddress: urlByNameIfAny('https://www.instagram.com/'),
  // An author has a different id for each app.
  accountNameOf: ({ handle }) => handle,
  capabilities: {
    text: false,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: true,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'saves', 'impressions', 'reach'),
    automaticReplies: true,
  },
  limits: INSTAGRAM_LIMITS,
  deletionScope: 'instagram_manage_contents',
  // Instagram probably publishes a container only once, but does not document this.
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: true },
  // Sets `thumb_offset` of a Reel.
  options: [COVER_FIELD],
};
