/** Matches a token in a mailed link. */
export const LINK_TOKEN = /^[\w-]{16,128}$/;
