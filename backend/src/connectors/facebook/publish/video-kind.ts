import type { MediaItem } from '../../contract/publication.ts';

const SHAPE = 9 / 16;
const SHAPE_DOUBT = 0.005;

/**
 * A Reel is 9:16, at least 540 × 960 and 3 to 90 seconds long (docs/video-api/guides/reels-publishing). Any other video, or one of
 * unknown size, becomes a video of the feed, which accepts all shapes.
 */
export function videoKind({ width, height, durationSeconds }: MediaItem): 'reel' | 'feed' {
  if (width === null || height === null || durationSeconds === null) return 'feed';
  const isUpright = Math.abs(width / height - SHAPE) <= SHAPE_DOUBT && width >= 540 && height >= 960;
  return isUpright && durationSeconds >= 3 && durationSeconds <= 90 ? 'reel' : 'feed';
}
