import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** Headers with which browsers mark requests that no user has caused, such as prefetches. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Returns whether a ping reports that a person followed a link on one of our own pages. Only browsers send `Ping-To`, with the URL of the link. A
 * page of another site can also cause a ping to us. The browser then reports this in `Sec-Fetch-Site`.
 */
export function isClick(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': browser = '', 'sec-fetch-site': site = 'same-origin' } = headers;
  if (headers['ping-to'] === undefined || site !== 'same-origin') return false;
  if (browser === '' || isbot(browser)) return false;
  return PURPOSES.every((name) => !/prefetch|preview|prerender/iu.test(String(headers[name] ?? '')));
}
