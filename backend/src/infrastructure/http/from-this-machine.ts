import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config/is-loopback.ts';

/** What proxies, tunnels and caches add to a request that they pass on, each in a dialect of its own. */
const PASSED_ON =
  /^(forwarded|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-original-(host|url|uri)|via|cf-.+|true-client-ip)$/;

/**
 * True when a program of this machine asks directly: judged by the address of the socket, never by what a header says
 * of it, and by the absence of all that somebody in between would add.
 */
export function isFromThisMachine({
  headers,
  socket,
}: Readonly<{
  headers: IncomingHttpHeaders;
  socket: Readonly<{ remoteAddress?: string | undefined }>;
}>): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  return isLoopback(address) && !Object.keys(headers).some((name) => PASSED_ON.test(name));
}
