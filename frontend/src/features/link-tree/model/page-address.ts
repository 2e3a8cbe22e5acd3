/** The public page of a handle on this host, whatever other address it has. */
export const pagePath = (handle: string): string => `/u/${handle}`;

/** As people read and say it: without `https://`, and without a slash at the end. */
export const shownAddress = (address: string): string =>
  address.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
