import type { Publication } from './publication.ts';
import type { PublishingTimes } from './publishing-times.ts';

/** How many facts may still be told of a publication beside those that attempts need. */
export const roomIn = ({ facts }: Publication, times: PublishingTimes): number =>
  Math.max(0, times.story - facts);
