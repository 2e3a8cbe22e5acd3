/** A window in which details fit next to a list. The `min-[90rem]:` classes use the same width. */
export const WIDE_QUERY = '(min-width: 90rem)';
