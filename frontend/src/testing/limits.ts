import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';

/** Limits of platforms as the server returns them. */
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
