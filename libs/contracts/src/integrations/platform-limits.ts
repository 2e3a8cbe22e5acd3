import type { Platform } from '../shared/platform.ts';

/** How a platform counts the characters of a text. */
export type TextCount =
  | Readonly<{ by: 'graphemes' }>
  | Readonly<{ by: 'codePoints' }>
  | Readonly<{ by: 'utf16' }>
  /** Code points, but an emoji counts its UTF-8 bytes. */
  | Readonly<{ by: 'emojiBytes' }>
  /** Graphemes, but every http(s) address counts `urlLength` and `@user@host` counts as `@user`. */
  | Readonly<{ by: 'mastodon'; urlLength: number }>
  | Readonly<{ by: 'xWeighted'; urlLength: number }>;

/** Both ends are included. */
export type Span = Readonly<{ min: number; max: number }>;

/**
 * What one account accepts: sizes in bytes, times in seconds, ratios as width divided by height. The values are those of the account's
 * own server where it publishes them, else the platform's documented ones. An absent bound means that the platform names none.
 */
export type PlatformLimits = Readonly<{
  platform: Platform;
  text: Readonly<{
    max: number;
    count: TextCount;
    maxBytes?: number;
    requiresMedia: boolean;
    /** A post without a text is refused even when it has a file. */
    required?: boolean;
    hashtags?: number;
    mentions?: number;
    /** Maximum number of different web addresses. */
    links?: number;
    /** The text is sent with this choice only; with any other it is left out, and its length does not matter. */
    onlyWith?: Readonly<{ option: string; value: string }>;
    /** Characters that the platform refuses, e.g. `<>`. */
    forbidden?: string;
  }>;
  /** Absent where posts have no separate title. */
  title?: Readonly<{ max: number; count: TextCount; required: boolean; forbidden?: string }>;
  media: Readonly<{
    images: number;
    videos: number;
    /** Whether one post may contain images and a video. */
    mixed: boolean;
    /** The largest file that is sent unchanged; larger images are recompressed by the server. */
    imageBytes: number;
    videoBytes: number;
    /** The server converts images of other types, except GIF animations, which would stop moving. */
    imageTypes: readonly string[];
    /** Images are allowed with a video only, as its cover. */
    imagesAreCovers?: true;
    /** Further limits of GIF animations, where `imageTypes` includes them. `alone`: as the only file of a post. */
    gif?: Readonly<{ bytes?: number; width?: number; height?: number; alone?: boolean }>;
    videoTypes: readonly string[];
    imageRatio?: Span;
    imagePixels?: number;
    videoRatio?: Span;
    videoSeconds?: Span;
    /** Shortest sides of a video in pixels. */
    videoWidthMin?: number;
    videoHeightMin?: number;
    /** 0: the platform accepts no descriptions of files, so none are sent. */
    altTextMax: number;
  }>;
  /** Posts that one account may publish in 24 hours. */
  postsPerDay?: number;
  /** Day on which these values were last confirmed, ISO date. */
  confirmed: string;
  /** Whether promotional text is allowed; if not, the free plan's suffix is left out. */
  promotionalTextAllowed: boolean;
}>;
