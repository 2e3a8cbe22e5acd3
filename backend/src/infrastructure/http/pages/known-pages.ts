import type { NextFunction, Request, Response } from 'express';
import { runInLane, REQUEST_LANE } from '#infrastructure/database/fair-queue.ts';

/** Cached link pages. Bound by the module that draws them. */
export abstract class KnownPages {
  /** Sends the page of this handle if it is cached and still valid. False: nothing was sent. */
  abstract send(handle: string, request: Request, response: Response): Promise<boolean>;
}

/** Handles in plain letters; the router handles all other spellings. */
const PAGE = /^\/u\/([a-z\d_]{1,64})\/?$/i;
/** The router's name for the route, so that metrics count all pages together. */
const ROUTE = { path: '/u/:handle' };

/**
 * Sends a cached page without the later middleware (bodies, files of the app, two hundred routes, guards). That would cost more than the page
 * itself, and would change nothing. All other requests continue. Use it after the host checks.
 */
export function knownPages(pages: () => KnownPages) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const handle = PAGE.exec(request.path)?.[1];
    if (handle === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      next();
      return;
    }
    request.route = ROUTE;
    runInLane(REQUEST_LANE, () => pages().send(handle, request, response)).then((isSent) => {
      if (!isSent) next();
    }, next);
  };
}
