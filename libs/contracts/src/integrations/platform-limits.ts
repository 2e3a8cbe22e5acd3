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

/** Both ends belong to it. */
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
    /** Distinct web addresses. */
    links?: number;
    /** The text goes out with this choice only; with any other it is left away, and how long it is does not matter. */
    onlyWith?: Readonly<{ option: string; value: string }>;
    /** Characters that the platform refuses, e.g. `<>`. */
    forbidden?: string;
  }>;
  /** Left out where posts have no title of their own. */
  title?: Readonly<{ max: number; count: TextCount; required: boolean; forbidden?: string }>;
  media: Readonly<{
    images: number;
    videos: number;
    /** May images and a video travel in one post? */
    mixed: boolean;
    /** Largest file accepted as it is; larger images are recompressed by us. */
    imageBytes: number;
    videoBytes: number;
    /** Images of other types are converted by us, but for GIF animations: they would stand still. */
    imageTypes: readonly string[];
    /** Images go with a video only, whose cover they become. */
    imagesAreCovers?: true;
    /** What holds for GIF animations besides, where `imageTypes` has them. `alone`: as the only file of a post. */
    gif?: Readonly<{ bytes?: number; width?: number; height?: number; alone?: boolean }>;
    videoTypes: readonly string[];
    imageRatio?: Span;
    imagePixels?: number;
    videoRatio?: Span;
    videoSeconds?: Span;
    /** Shortest sides of a video in pixels. */
    videoWidthMin?: number;
    videoHeightMin?: number;
    /** 0: the platform takes no descriptions of files; ours are not sent. */
    altTextMax: number;
  }>;
  /** Posts that one account may publish in 24 hours. */
  postsPerDay?: number;
  /** Day on which these values were last confirmed, ISO date. */
  confirmed: string;
  /** The free plan's suffix is left out where a platform forbids promotional text. */
  promotionalTextAllowed: boolean;
}>;
