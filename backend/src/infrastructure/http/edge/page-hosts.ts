import { handleOfLabel, pageLabelOf } from '@posthorn/contracts/link-tree/page-label';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { RequestRefused } from '../errors/request-refused.ts';

export type PagePlaces = Pick<Configuration, 'publicUrl' | 'pagesDomain'>;

/** The one address of somebody's link page, without a slash at the end: on a host of its own where it has one. @param handle in lower case */
export function pageAddressOf(handle: string, places: PagePlaces): string {
  return pageOriginOf(handle, places) ?? `${places.publicUrl}/u/${handle}`;
}

/** The same of its preview picture. */
export function cardAddressOf(handle: string, places: PagePlaces): string {
  return `${pageAddressOf(handle, places)}/card.jpg`;
}

/** Scheme and port are those of the app: both stand behind one server. */
function pageOriginOf(handle: string, { publicUrl, pagesDomain }: PagePlaces): string | null {
  const label = pagesDomain === null ? null : pageLabelOf(handle);
  if (pagesDomain === null || label === null) return null;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${label}.${pagesDomain}${port === '' ? '' : `:${port}`}`;
}

/** Whether this host is the domain of link pages or anything below it, and so none of the app's names. */
export function isPageHost(
  host: string | undefined,
  { pagesDomain }: Pick<Configuration, 'pagesDomain'>,
): boolean {
  if (pagesDomain === null) return false;
  const name = nameOf(host);
  return name === pagesDomain || name.endsWith(`.${pagesDomain}`);
}

/** Ports are the proxy's business, and on one machine whoever starts it chooses. */
const nameOf = (host = ''): string => host.toLowerCase().replace(/:\d+$/u, '');

/**
 * On hosts of link pages there is the page, its picture, its files, and the place where its clicks are counted; everything else
 * is 404, also what the app answers elsewhere. Whatever a browser sends of cookies is thrown away, so that nothing behind here
 * can take a visitor for a user. Stands before the host check.
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
/** The page shows it as its icon. */
const ICON = '/favicon.svg';

/** The path that the app has for what is asked of a page's host; null: it is not served there. Queries are of no use there. */
export function servedPath(method: string, path: string, label: string): string | null {
  const handle = handleOfLabel(label);
  if (handle === null) return null;
  const own = `/u/${handle}`;
  // The page may name what is below it by the path that it has at the app.
  const below = path.toLowerCase().startsWith(`${own}/`) ? path.slice(own.length) : path;
  if (method === 'GET' || method === 'HEAD') {
    if (path === '/') return own;
    if (below === '/card.jpg') return `${own}/card.jpg`;
    return MEDIA_FILE.test(path) || path === ICON ? path : null;
  }
  return method === 'POST' && /^\/seen\/[\w-]{1,64}$/u.test(below) ? own + below : null;
}
