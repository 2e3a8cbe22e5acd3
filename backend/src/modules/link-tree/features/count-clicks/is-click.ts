import type { IncomingHttpHeaders } from 'node:http';
import { isbot } from 'isbot';

/** Names under which browsers say that nobody has asked for something yet. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether a ping tells of a person who has followed a link of our own page. Only browsers send `Ping-To`, with the address that was
 * followed; a page of somebody else can make them ping us, and they say so in `Sec-Fetch-Site`.
 */
export function isClick(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': browser = '', 'sec-fetch-site': site = 'same-origin' } = headers;
  if (headers['ping-to'] === undefined || site !== 'same-origin') return false;
  if (browser === '' || isbot(browser)) return false;
  return PURPOSES.every((name) => !/prefetch|preview|prerender/iu.test(String(headers[name] ?? '')));
}
