import type { Publication } from './publication.ts';
import type { PublishingTimes } from './publishing-times.ts';

/**
 * A story that is as long as `times.story` is not made longer by another try: an outage must not write without end into one
 * stream. What one attempt tells at most (begun, accepted or noted, unknown, twice not there, failed) still fits under twenty.
 */
export const isLong = ({ facts }: Publication, times: PublishingTimes): boolean => facts >= times.story;

/** No attempt follows any more, whatever ended the last one. Where no try is used each tells no more than two facts. */
export const isLongest = ({ facts }: Publication, times: PublishingTimes): boolean =>
  facts >= times.story + 2;

/** How many facts may still be told beside those that attempts need. */
export const roomIn = ({ facts }: Publication, times: PublishingTimes): number =>
  Math.max(0, times.story - facts);
