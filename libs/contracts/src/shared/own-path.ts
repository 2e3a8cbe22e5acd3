/** Of an address; longer ones are cut off by some servers on the way. */
const LONGEST = 2000;
/**
 * Nothing that any browser or router reads as another host: no `//`, no backslash, no dot, colon, space or control sign, and
 * of these no encoded ones in the path. What stands after the question mark names no place.
 */
const PAGE = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w~.%&=+*!'(),-]*)?$/u;
/** They answer with data or begin something. */
const NO_PAGE = /^\/(?:api|media)(?:[/?]|$)/iu;
const CONTROL = /%[01][\da-f]|%7f/iu;

/** One of our own pages with its query, as somebody else named it; null for whatever leads or might lead elsewhere. */
export const ownPathOf = (named: unknown): string | null =>
  typeof named === 'string' &&
  named.length <= LONGEST &&
  PAGE.test(named) &&
  !NO_PAGE.test(named) &&
  !CONTROL.test(named)
    ? named
    : null;
