import { accountProblem, type ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import type { MediaItem } from '../contract/publication.ts';

/** In pixels, for both Instagram and Threads. */
const WIDTH_MAX = 1920;

export const tooWideVideos = (media: readonly MediaItem[], platform: string): readonly ProblemByCode[] =>
  media.some(({ kind, width }) => kind === 'video' && (width ?? 0) > WIDTH_MAX)
    ? [accountProblem('video-too-wide', { platform, width: WIDTH_MAX })]
    : [];
