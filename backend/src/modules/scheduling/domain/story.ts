import type { Publication } from './publication.ts';

/**
 * A story that is as long as this is not made longer by another try: an outage must not write without end into one stream.
 * What one attempt tells at most (begun, accepted, unknown, twice not there, failed) still fits under twenty.
 */
const LONG = 10;
/** Where no try is used each attempt tells two facts, and the waits between them grow. */
const LONGEST = 12;

/** Tries that end without a word of the platform are over. */
export const isLong = ({ facts }: Publication): boolean => facts >= LONG;

/** No attempt follows any more, whatever ended the last one. */
export const isLongest = ({ facts }: Publication): boolean => facts >= LONGEST;

/** How many facts may still be told beside those that attempts need. */
export const roomIn = ({ facts }: Publication): number => Math.max(0, LONG - facts);
