import { handleOfLabel, pageLabelOf } from '@posthorn/contracts/link-tree/page-label';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { RequestRefused } from '../errors/request-refused.ts';

export type PagePlaces = Pick<Configuration, 'publicUrl' | 'pagesDomain'>;

/**
 * The URL of a user's link page, without a slash at the end. The page has its own host if `PAGES_DOMAIN` is set.
 * @param handle in lower case
 */
export function pageAddressOf(handle: string, places: PagePlaces): string {
  return pageOriginOf(handle, places) ?? `${places.publicUrl}/u/${handle}`;
}

/** The URL of the page's preview picture. */
export function cardAddressOf(handle: string, places: PagePlaces): string {
  return `${pageAddressOf(handle, places)}/card.jpg`;
}

/** Scheme and port are those of the app, because one server serves both. */
function pageOriginOf(handle: string, { publicUrl, pagesDomain }: PagePlaces): string | null {
  const label = pagesDomain === null ? null : pageLabelOf(handle);
  if (pagesDomain === null || label === null) return null;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${label}.${pagesDomain}${port === '' ? '' : `:${port}`}`;
}

/** Whether this host is the domain of link pages or below it, and so none of the app's names. */
export function isPageHost(
  host: string | undefined,
  { pagesDomain }: Pick<Configuration, 'pagesDomain'>,
): boolean {
  if (pagesDomain === null) return false;
  const name = nameOf(host);
  return name === pagesDomain || name.endsWith(`.${pagesDomain}`);
}

/** Returns the host name without the port, which depends on the proxy or the local start. */
const nameOf = (host = ''): string => host.toLowerCase().replace(/:\d+$/u, '');

/**
 * Serves hosts of link pages: only the page, its picture, its files, and the counter of its clicks. Everything else is 404, including paths that the app
 * serves elsewhere. It removes cookies, so that no later code takes a visitor for a user. Use it before the host check.
 */
export function pageHosts(places: PagePlaces) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    const { pagesDomain } = places;
    if (pagesDomain === null || !isPageHost(request.headers.host, places)) {
      next();
      return;
    }
    delete request.headers.cookie;
    delete request.headers.authorization;
    const label = nameOf(request.headers.host).slice(0, -pagesDomain.length - 1);
    const path = servedPath(request.method, request.path, label);
    if (path === null) {
      next(new RequestRefused('request.not-found', SERVER_TEXT.notFound));
      return;
    }
    request.url = path;
    next();
  };
}

const MEDIA_FILE = /^\/media\/[\w.-]+$/u;
/** The page's icon. */
const ICON = '/favicon.svg';

/** Returns the app's path for a request to a page's host; null: that host does not serve the path. Query strings are ignored. */
export function servedPath(method: string, path: string, label: string): string | null {
  const handle = handleOfLabel(label);
  if (handle === null) return null;
  const pagePath = `/u/${handle}`;
  // The page may use the paths that its files have at the app’s host.
  const below = path.toLowerCase().startsWith(`${pagePath}/`) ? path.slice(pagePath.length) : path;
  if (method === 'GET' || method === 'HEAD') {
    // Some apps append parameters without a question mark.
    if (path === '/' || path.startsWith('/&')) return pagePath;
    if (below === '/card.jpg') return `${pagePath}/card.jpg`;
    return MEDIA_FILE.test(path) || path === ICON ? path : null;
  }
  return method === 'POST' && /^\/seen\/[\w-]{1,64}$/u.test(below) ? pagePath + below : null;
}
