import type { Platform } from '../shared/platform.ts';

/** How a platform counts the characters of a text. */
export type TextCount =
  | Readonly<{ by: 'graphemes' }>
  | Readonly<{ by: 'codePoints' }>
  | Readonly<{ by: 'utf16' }>
  /** Code points, but an emoji counts its UTF-8 bytes. */
  | Readonly<{ by: 'emojiBytes' }>
  /** Graphemes, but every http(s) URL counts `urlLength` and `@user@host` counts as `@user`. */
  | Readonly<{ by: 'mastodon'; urlLength: number }>
  | Readonly<{ by: 'xWeighted'; urlLength: number }>;

/** Both ends are included. */
export type Span = Readonly<{ min: number; max: number }>;

/**
 * What one account accepts: sizes in bytes, times in seconds, ratios as width divided by height. The values are those of the account's
 * own server where it publishes them, else the platform's documented ones. An absent bound means that the platform documents none.
 */
export type PlatformLimits = Readonly<{
  platform: Platform;
  text: Readonly<{
    max: number;
    /** Replaces `max` for a post with images and no video. Left out if both are the same. */
    maxWithImages?: number;
    count: TextCount;
    maxBytes?: number;
    requiresMedia: boolean;
    /** A post without a text is refused even when it has a file. */
    required?: boolean;
    hashtags?: number;
    mentions?: number;
    /** Maximum number of different URLs. */
    links?: number;
    /** The text is published only with this choice. With another choice it is left out, and its length does not matter. */
    onlyWith?: Readonly<{ option: string; value: string }>;
    /** Characters that the platform refuses, e.g. `<>`. */
    forbidden?: string;
  }>;
  /** Left out if posts have no title. */
  title?: Readonly<{ max: number; count: TextCount; required: boolean; forbidden?: string }>;
  media: Readonly<{
    images: number;
    videos: number;
    /** Whether images and a video may be in one post. */
    mixed: boolean;
    /** Largest file accepted as it is; the server recompresses larger images. */
    imageBytes: number;
    videoBytes: number;
    /** The server converts images of other types, except GIF animations, because they would lose their movement. */
    imageTypes: readonly string[];
    /** Images are allowed only with a video, and become its cover. */
    imagesAreCovers?: true;
    /** Further limits for GIF animations, if `imageTypes` has them. `alone`: only as the single file of a post. */
    gif?: Readonly<{ bytes?: number; width?: number; height?: number; alone?: boolean }>;
    videoTypes: readonly string[];
    /** Codecs of videos, with the names that the files contain: `avc1`. */
    videoCodecs?: readonly string[];
    imageRatio?: Span;
    /** Width times height. The server shrinks larger images. */
    imagePixels?: number;
    videoRatio?: Span;
    videoSeconds?: Span;
    /** Shortest sides of a video in pixels. */
    videoWidthMin?: number;
    videoHeightMin?: number;
    /** Longest side of a video in pixels. */
    videoSideMax?: number;
    /** Width times height of a video. */
    videoPixels?: number;
    /** 0: the platform accepts no descriptions of files, so none are sent. */
    altTextMax: number;
  }>;
  /** Requests of all kinds that the account's server accepts from Posthorn. Left out if the platform's number applies. */
  requests?: Readonly<{ calls: number; perSeconds: number }>;
  /** Posts that one account may publish in 24 hours. */
  postsPerDay?: number;
  /** Day on which these values were last confirmed, ISO date. */
  confirmed: string;
  /** Whether promotional text is allowed; if not, the free plan's suffix is left out. */
  promotionalTextAllowed: boolean;
}>;
