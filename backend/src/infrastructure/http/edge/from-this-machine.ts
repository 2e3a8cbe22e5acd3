import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';

/** What proxies and tunnels add to a request that they pass on (RFC 7239, RFC 9110 section 7.6.3, and their own). */
const PASSED_ON =
  /^(forwarded|via|x-forwarded|(x-forwarded|x-original|cf|ngrok|tailscale)-.+|(x-real|x-client|x-cluster-client|true-client|fly-client)-ip)$/;

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
