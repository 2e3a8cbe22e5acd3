import { LINK_PAGE } from '@posthorn/contracts/link-tree/link-page.http';
import { isWebHost } from '@posthorn/contracts/link-tree/web-host';

/** The address as `URL` writes it; null unless it is http or https without a name and a password in it. */
export function webAddressOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || url.href.length > LINK_PAGE.urlMax) return null;
  return url.href;
}

/** The same of what people type: a word without a dot (`https://shop`) is no place on the web. */
export function linkAddressOf(text: string): string | null {
  const address = webAddressOf(text);
  return address !== null && isWebHost(new URL(address).hostname) ? address : null;
}
