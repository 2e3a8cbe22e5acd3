import type { Platform } from '@posthorn/contracts/shared/platform';

/** The layout of a post in a timeline. */
export type FeedLayout = Readonly<{
  /** How the author is shown: the name, the name and the handle, or the handle alone. */
  author: 'name' | 'both' | 'handle';
  /** The post begins beside the picture of its author, or below it in the whole width. */
  body: 'beside' | 'below';
  /**
   * `mosaic`: all in the shape of one video. `grid`: squares. `row`: as many as fit, and a swipe shows the others. `carousel`: one at a time, before
   * the text.
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
