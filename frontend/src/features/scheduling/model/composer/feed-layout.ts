import type { Platform } from '@posthorn/contracts/shared/platform';

/** The layout of a post in a timeline. */
export type FeedLayout = Readonly<{
  /** The shown author: the name, both name and handle, or the handle alone. */
  author: 'name' | 'both' | 'handle';
  /** The post begins beside the picture of its author, or below the picture with the full width. */
  body: 'beside' | 'below';
  /** `mosaic`: all files in one 16:9 frame. `grid`: squares. `row`: as many files as fit, a swipe shows the others. `carousel`: one file at
   * a time, before the text.
   */
  files: 'mosaic' | 'grid' | 'row' | 'carousel';
}>;

type Feed = Exclude<Platform, 'pinterest' | 'snapchat' | 'tiktok' | 'youtube'>;

/** Approximate, as seen in the apps. Only Instagram shows pictures first. Threads shows the text first and several pictures in a row. */
export const FEEDS: Readonly<Record<Feed, FeedLayout>> = {
  bluesky: { author: 'both', body: 'beside', files: 'mosaic' },
  facebook: { author: 'name', body: 'below', files: 'grid' },
  instagram: { author: 'handle', body: 'below', files: 'carousel' },
  linkedin: { author: 'name', body: 'below', files: 'grid' },
  mastodon: { author: 'both', body: 'below', files: 'mosaic' },
  substack: { author: 'name', body: 'beside', files: 'grid' },
  threads: { author: 'handle', body: 'beside', files: 'row' },
  twitter: { author: 'both', body: 'beside', files: 'mosaic' },
};
