import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';

/** Headers that proxies and tunnels add to a forwarded request (RFC 7239, RFC 9110 section 7.6.3, and their own). */
const PROXY_HEADERS =
  /^(forwarded|via|x-forwarded|(x-forwarded|x-original|cf|ngrok|tailscale)-.+|(x-real|x-client|x-cluster-client|true-client|fly-client)-ip)$/;

/**
 * True when a program of this machine sends the request directly. It checks the IP address of the socket, not the one in a header, and that no proxy
 * has added its headers.
 */
export function isFromThisMachine({
  headers,
  socket,
}: Readonly<{
  headers: IncomingHttpHeaders;
  socket: Readonly<{ remoteAddress?: string | undefined }>;
}>): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
  return isLoopback(address) && !Object.keys(headers).some((name) => PROXY_HEADERS.test(name));
}
