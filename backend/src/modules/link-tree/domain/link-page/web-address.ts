import { LINK_PAGE } from '@posthorn/contracts/link-tree/link-page.http';
import { isWebHost, trimmedAddress } from '@posthorn/contracts/link-tree/web-host';

/**
 * Returns the URL in the form in which the class `URL` writes it. Null if it is not http or https, has a user name or password, or is too
 * long.
 */
export function webAddressOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || url.href.length > LINK_PAGE.urlMax) return null;
  return url.href;
}

/** Like `webAddressOf`, for URLs that people enter. Also returns null for a host without a dot (`https://shop`), which is not on the web. */
export function linkAddressOf(text: string): string | null {
  const address = webAddressOf(trimmedAddress(text));
  return address !== null && isWebHost(new URL(address).hostname) ? address : null;
}
