/** Maximum length of a path, because some servers cut off longer ones. */
const LONGEST = 2000;
/**
 * A path that no browser or router reads as another host: without `//`, backslash, dot, colon, space or control character.
 * The path must not contain an encoded form of these either. The part after the question mark does not affect which page opens.
 */
const PAGE = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w~.%&=+*!'(),-]*)?$/u;
/** These paths return data or start an action. */
const NO_PAGE = /^\/(?:api|media)(?:[/?]|$)/iu;
const CONTROL = /%[01][\da-f]|%7f/iu;

/** A page of the product with its query, from an untrusted source; null for text that leads, or might lead, elsewhere. */
export const ownPathOf = (text: unknown): string | null =>
  typeof text === 'string' &&
  text.length <= LONGEST &&
  PAGE.test(text) &&
  !NO_PAGE.test(text) &&
  !CONTROL.test(text)
    ? text
    : null;
