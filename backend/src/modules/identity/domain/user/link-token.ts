/** What the token of a mailed link looks like. */
export const LINK_TOKEN = /^[\w-]{16,128}$/;
