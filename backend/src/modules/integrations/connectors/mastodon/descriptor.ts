import { analyticsOf } from '@posthorn/contracts/integrations/capabilities';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { PlatformDescriptor } from '../contract/platform-descriptor.ts';

/** Defaults of the reference server; each instance publishes its own and those are used when it does. */
export const MASTODON_LIMITS: PlatformLimits = {
  platform: 'mastodon',
  text: { max: 500, count: { by: 'mastodon', urlLength: 23 }, requiresMedia: false },
  media: {
    images: 4,
    videos: 1,
    mixed: false,
    imageBytes: 16_777_216,
    videoBytes: 103_809_024,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp'],
    videoTypes: ['video/mp4'],
    altTextMax: 1500,
  },
  confirmed: '2026-07-02',
  promotionalTextAllowed: true,
};

export const MASTODON: PlatformDescriptor = {
  platform: 'mastodon',
  name: 'Mastodon',
  connectPath: '/api/auth/mastodon',
  capabilities: {
    text: true,
    images: true,
    video: true,
    comments: true,
    reply: true,
    hide: false,
    delete: false,
    deletePost: true,
    analytics: analyticsOf('likes', 'comments', 'shares'),
    automaticReplies: true,
  },
  limits: MASTODON_LIMITS,
  // Several compatible servers ignore `Idempotency-Key`, and all of them forget it in time.
  lookUp: { visibilitySeconds: 30, isHarmlessWhenLate: false, listsPosts: true },
  options: [],
};
