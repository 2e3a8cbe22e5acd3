import type { Request } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isLoopback } from '#infrastructure/config/is-loopback.ts';
import { isFromThisMachine } from '#infrastructure/http/from-this-machine.ts';

/**
 * True when a request began on this very machine as far as anybody can tell. A tunnel calls from loopback as well and may
 * write our own name into Host, so neither of them proves anything: what it adds, and the page that a browser was on, do.
 */
export function isAskedHere(
  request: Pick<Request, 'headers' | 'socket'>,
  { publicUrl, bindAddress }: Configuration,
): boolean {
  const { origin, host = '' } = request.headers;
  const ours = [new URL(publicUrl).origin, `http://${host.toLowerCase()}`];
  return (
    isLoopback(bindAddress) &&
    isLoopback(new URL(publicUrl).hostname) &&
    isFromThisMachine(request) &&
    (origin === undefined || ours.includes(origin))
  );
}
