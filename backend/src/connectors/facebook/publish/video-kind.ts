import type { MediaItem } from '../../contract/publication.ts';

const REEL_RATIO = 9 / 16;
const RATIO_TOLERANCE = 0.005;

/**
 * A Reel is 9:16, at least 540 × 960 pixels, and 3 to 90 seconds long (docs/video-api/guides/reels-publishing). Any other video,
 * or a video of unknown size, becomes a feed video, which may have any shape.
 */
export function videoKind({ width, height, durationSeconds }: MediaItem): 'reel' | 'feed' {
  if (width === null || height === null || durationSeconds === null) return 'feed';
  const isUpright = Math.abs(width / height - REEL_RATIO) <= RATIO_TOLERANCE && width >= 540 && height >= 960;
  return isUpright && durationSeconds >= 3 && durationSeconds <= 90 ? 'reel' : 'feed';
}
