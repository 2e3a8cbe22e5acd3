import type { Request } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';

/** What proxies and tunnels add to a request that they pass on (RFC 7239, RFC 9110 section 7.6.3, and their own). */
const FORWARDED =
  /^(forwarded|via|(x-forwarded|x-original|cf|ngrok|tailscale)-.+|(x-real|x-client|x-cluster-client|true-client|fly-client)-ip)$/;

/**
 * True when a request began on this very machine as far as anybody can tell. A tunnel calls from loopback as well and may
 * write our own name into Host, so neither of them proves anything: what it adds, and the page that a browser was on, do.
 */
export function isAskedHere(
  { headers, socket }: Pick<Request, 'headers' | 'socket'>,
  { publicUrl, bindAddress }: Configuration,
): boolean {
  const { origin, host = '' } = headers;
  const ours = [new URL(publicUrl).origin, `http://${host.toLowerCase()}`];
  return (
    isLoopback(bindAddress) &&
    isLoopback(new URL(publicUrl).hostname) &&
    isLoopback((socket.remoteAddress ?? '').replace(/^::ffff:/, '')) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name)) &&
    (origin === undefined || ours.includes(origin))
  );
}
