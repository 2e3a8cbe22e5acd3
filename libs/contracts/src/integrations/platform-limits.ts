import type { Platform } from '../shared/platform.ts';

/** How a platform counts the characters of a text. */
export type TextCount =
  | Readonly<{ by: 'graphemes' }>
  | Readonly<{ by: 'codePoints' }>
  | Readonly<{ by: 'utf16' }>
  /** Graphemes, but every http(s) address counts `urlLength` and `@user@host` counts as `@user`. */
  | Readonly<{ by: 'mastodon'; urlLength: number }>
  | Readonly<{ by: 'xWeighted'; urlLength: number }>;

/** What one account accepts. Sizes in bytes. Published by the account's own server where it tells; else the platform's documented values. */
export type PlatformLimits = Readonly<{
  platform: Platform;
  text: Readonly<{ max: number; count: TextCount; maxBytes?: number; requiresMedia: boolean }>;
  media: Readonly<{
    images: number;
    videos: number;
    /** May images and a video travel in one post? */
    mixed: boolean;
    /** Largest file accepted as it is; larger images are recompressed by us. */
    imageBytes: number;
    videoBytes: number;
    imageTypes: readonly string[];
    videoTypes: readonly string[];
    altTextMax: number;
  }>;
  /** Day on which these values were last confirmed, ISO date. */
  confirmed: string;
  /** The free plan's suffix is left out where a platform forbids promotional text. */
  promotionalTextAllowed: boolean;
}>;

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
