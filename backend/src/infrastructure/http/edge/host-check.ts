import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isPageHost } from './page-hosts.ts';
import { RequestRefused } from '../errors/request-refused.ts';

/** An orchestrator probes by IP address, not by host name. Probes change nothing, and return only yes or no. */
const PROBES = /^\/health\/(live|ready)$/;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d+)?$/;

export type Hosts = Pick<Configuration, 'publicUrl' | 'production' | 'pagesDomain'>;
type MediaHost = Pick<Configuration, 'mediaUrl'>;

/** Whether the host is ours: that of PUBLIC_URL and, on a developer's machine, that machine's names outside the domain of link pages. */
export function isOurHost(host: string | undefined, { publicUrl, production, pagesDomain }: Hosts): boolean {
  if (!host || isPageHost(host, { pagesDomain })) return false;
  const name = host.toLowerCase();
  return name === new URL(publicUrl).host || (!production && LOCAL.test(name));
}

/** Whether a request is for a media file at the host of MEDIA_URL. That is a second name of this server, or a CDN that forwards its own name. */
export function servesMediaAt(
  {
    path,
    headers: { host = '' },
  }: Readonly<{ path: string; headers: Readonly<{ host?: string | undefined }> }>,
  { mediaUrl }: MediaHost,
): boolean {
  return mediaUrl !== null && path.startsWith('/media/') && host.toLowerCase() === new URL(mediaUrl).host;
}

/** Returns 421 for any other Host. Absolute URLs come from configuration, so no client can plant a false host in caches. */
export function hostCheck(hosts: Hosts & MediaHost) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { host } = request.headers;
    // `pageHosts` has already filtered the requests to hosts of link pages.
    const isServed = isOurHost(host, hosts) || isPageHost(host, hosts) || servesMediaAt(request, hosts);
    if (PROBES.test(request.path) || isServed) next();
    else next(new RequestRefused('request.wrong-host', SERVER_TEXT.wrongHost));
  };
}
