import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { LINK_PREVIEW } from '@posthorn/contracts/integrations/link-card';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { urlByNameIfAny } from '../contract/public-address.ts';

/**
 * Sources: docs of the Pages and Video APIs. Meta documents no limit for texts, feed videos and photos in a post. All clients use
 * 63,206 characters. Meta's error messages mention 2 GB and 40 minutes. Ten photos are known to work. Alternative texts use
 * Instagram's limit.
 */
export const FACEBOOK_LIMITS: PlatformLimits = {
  platform: 'facebook',
  text: { max: 63_206, count: { by: 'codePoints' }, requiresMedia: false },
  media: {
    images: 10,
    videos: 1,
    mixed: false,
    imageBytes: 10_000_000,
    videoBytes: 2_000_000_000,
    imageTypes: ['image/jpeg', 'image/png'],
    videoTypes: ['video/mp4', 'video/quicktime'],
    videoSeconds: { min: 1, max: 2400 },
    altTextMax: 1000,
  },
  confirmed: '2026-09-11',
  promotionalTextAllowed: true,
};

export const FACEBOOK: PlatformDescriptor = {
  platform: 'facebook',
  name: 'Facebook',
  connectPath: '/api/auth/facebook',
  publicAddress: urlByNameIfAny('https://www.facebook.com/'),
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: true,
    delete: true,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'impressions', 'reach', 'clicks'),
    automaticReplies: true,
  },
  limits: FACEBOOK_LIMITS,
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: true },
  options: [
    {
      kind: 'flag',
      name: LINK_PREVIEW,
      label: WORDS['facebook.linkPreview'],
      forMedia: 'none',
      required: false,
      initial: true,
    },
  ],
};
