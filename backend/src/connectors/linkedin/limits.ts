import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';
import { LINK_CARD_FIELD } from '../kit/link-cards/link-card-field.ts';

/** Source: learn.microsoft.com/en-us/linkedin/marketing/community-management/shares. Members and organizations have the same limits. */
export const LINKEDIN_LIMITS: PlatformLimits = {
  platform: 'linkedin',
  // LinkedIn counts the visible text, not the escape characters of its format `little text`.
  text: { max: 3000, count: { by: 'utf16' }, requiresMedia: false },
  media: {
    images: 20,
    videos: 1,
    mixed: false,
    // LinkedIn limits only the pixels. This is the largest picture that users can upload to Posthorn.
    imageBytes: 50_000_000,
    imagePixels: 36_152_319,
    videoBytes: 500_000_000,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
    videoTypes: ['video/mp4'],
    videoSeconds: { min: 3, max: 1800 },
    altTextMax: 4086,
  },
  confirmed: '2026-11-20',
  promotionalTextAllowed: true,
};

export const LINKEDIN: PlatformDescriptor = {
  platform: 'linkedin',
  name: 'LinkedIn',
  connectPath: '/api/connect/linkedin',
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: false,
    delete: true,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares', 'impressions', 'reach', 'clicks'),
    // The terms forbid posting without the member's own action.
    automaticReplies: false,
  },
  limits: LINKEDIN_LIMITS,
  lookUp: { visibilitySeconds: 60, isLateCallHarmless: false, listsPosts: true },
  options: [LINK_CARD_FIELD],
};
