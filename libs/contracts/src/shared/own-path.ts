/** Of an address; longer ones are cut off by some servers on the way. */
const LONGEST = 2000;
/**
 * A path that no browser or router reads as another host: no `//`, no backslash, no dot, colon, space or control character, also none
 * of these encoded in the path. The part after the question mark does not affect the place.
 */
const PAGE = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w~.%&=+*!'(),-]*)?$/u;
/** They answer with data or begin something. */
const NO_PAGE = /^\/(?:api|media)(?:[/?]|$)/iu;
const CONTROL = /%[01][\da-f]|%7f/iu;

/** One of our own pages with its query, as an outside source named it; null for text that leads, or might lead, elsewhere. */
export const ownPathOf = (named: unknown): string | null =>
  typeof named === 'string' &&
  named.length <= LONGEST &&
  PAGE.test(named) &&
  !NO_PAGE.test(named) &&
  !CONTROL.test(named)
    ? named
    : null;
