/** A window with room for details beside a list. The classes `min-[90rem]:` use the same width. */
export const WIDE_QUERY = '(min-width: 90rem)';
