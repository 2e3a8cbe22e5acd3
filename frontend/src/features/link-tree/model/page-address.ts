/** Returns the path of a public page on this host. The page may also have its own host. */
export const pagePath = (handle: string): string => `/u/${handle}`;

/** Returns the URL without `https://` and without a slash at the end. */
export const shownAddress = (address: string): string =>
  address.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
