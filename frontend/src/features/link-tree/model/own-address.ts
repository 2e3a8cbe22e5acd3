import { isWebHost, trimmedAddress } from '@posthorn/contracts/link-tree/web-host';

const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/iu;

/** Returns the typed URL. Adds `https://` if the URL has no scheme ("example.com/shop"). */
export function withScheme(typed: string): string {
  const address = trimmedAddress(typed);
  // "example.com:8080" contains a port, "mailto:ana" a scheme.
  const namesPort = /^[^:/]+:\d+(?:\/|$)/u.test(address);
  return address === '' || (HAS_SCHEME.test(address) && !namesPort) ? address : `https://${address}`;
}

/** Whether a page may link to this URL. The server checks it again. */
export function isWebAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && isWebHost(url.hostname);
}
