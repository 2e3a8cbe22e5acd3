import type { NextFunction, Request, Response } from 'express';
import { inLineOf, REQUESTS } from '#infrastructure/database/turns.ts';

/** Pages of people that somebody has seen already. Bound by the module that draws them. */
export abstract class KnownPages {
  /** Sends the page at this handle if it is known and still right; false: nothing was sent. */
  abstract send(handle: string, request: Request, response: Response): Promise<boolean>;
}

/** Handles in plain letters; what is spelled otherwise is for the router. */
const PAGE = /^\/u\/([a-z\d_]{1,64})\/?$/i;
/** As the router calls it, so that all pages are in one figure. */
const ROUTE = { path: '/u/:handle' };

/**
 * A page that is known leaves from here: what stands behind (bodies, files of the app, two hundred routes, guards) is of no use to it
 * and costs more than the page. All others go that way. Stands behind the host checks.
 */
export function knownPages(pages: () => KnownPages) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const handle = PAGE.exec(request.path)?.[1];
    if (handle === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    request.route = ROUTE;
    inLineOf(REQUESTS, () => pages().send(handle, request, response)).then((isSent) => {
      if (!isSent) next();
    }, next);
  };
}
