/** The path of a handle's public page on this host, even if the page also has a host of its own. */
export const pagePath = (handle: string): string => `/u/${handle}`;

/** The address without `https://` and without a slash at its end. */
export const shownAddress = (address: string): string =>
  address.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
