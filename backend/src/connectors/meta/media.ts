import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { MediaItem } from '../contract/publication.ts';

/** In pixels, for both Instagram and Threads. */
const WIDTH_MAX = 1920;

export const tooWideVideos = (media: readonly MediaItem[], platform: string): readonly Problem[] =>
  media.some(({ kind, width }) => kind === 'video' && (width ?? 0) > WIDTH_MAX)
    ? [{ code: 'integrations.video-too-wide', message: PRECHECK_TEXT.videoTooWide(platform, WIDTH_MAX) }]
    : [];
