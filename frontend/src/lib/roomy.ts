/** A window with room for details beside a list; the classes `min-[90rem]:` say the same. */
export const ROOMY = '(min-width: 90rem)';
