import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { isPageHost } from './page-hosts.ts';
import { RequestRefused } from '../errors/request-refused.ts';

/** Probes of an orchestrator come by address, not by name; they change nothing, and get a yes or no. */
const PROBES = /^\/health\/(live|ready)$/;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d+)?$/;

export type Hosts = Pick<Configuration, 'publicUrl' | 'production' | 'pagesDomain'>;
type MediaHost = Pick<Configuration, 'mediaUrl'>;

/** The product answers for the host of PUBLIC_URL, and on a developer's machine for the names of that machine that are no link pages. */
export function isOurHost(host: string | undefined, { publicUrl, production, pagesDomain }: Hosts): boolean {
  if (!host || isPageHost(host, { pagesDomain })) return false;
  const name = host.toLowerCase();
  return name === new URL(publicUrl).host || (!production && LOCAL.test(name));
}

/** Files are asked for by the host of MEDIA_URL too, when it is another name of this server or a CDN that passes its own name on. */
export function servesMediaAt(
  {
    path,
    headers: { host = '' },
  }: Readonly<{ path: string; headers: Readonly<{ host?: string | undefined }> }>,
  { mediaUrl }: MediaHost,
): boolean {
  return mediaUrl !== null && path.startsWith('/media/') && host.toLowerCase() === new URL(mediaUrl).host;
}

/** 421 for any other Host: absolute addresses come from configuration, and nobody shall make caches believe otherwise. */
export function hostCheck(hosts: Hosts & MediaHost) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { host } = request.headers;
    // What may be asked of a page's host was sorted out by `pageHosts`.
    const isServed = isOurHost(host, hosts) || isPageHost(host, hosts) || servesMediaAt(request, hosts);
    if (PROBES.test(request.path) || isServed) next();
    else next(new RequestRefused('request.wrong-host', SERVER_TEXT.wrongHost));
  };
}
