import type { NextFunction, Request, Response } from 'express';

/** Where pages tell of clicks. In any case of letters, as the route is found. */
const PINGS = /^\/u\/[^/]+\/seen\/[^/]+\/?$/i;
/** A ping says `PING` (html.spec.whatwg.org, "Hyperlink auditing"). */
const BYTES_MAX = 16;

/**
 * Pings are known by their address alone: no cookie is looked at, and no parser reads what they carry. A connection with more in it
 * than a ping has is closed by the answer, so that nobody has to take in the rest.
 */
export function pingBodies() {
  return ({ method, path, headers }: Request, response: Response, next: NextFunction): void => {
    if (method === 'POST' && PINGS.test(path)) {
      if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BYTES_MAX)
        response.set('connection', 'close');
      delete headers.cookie;
      // Parsers go by it.
      delete headers['content-type'];
    }
    next();
  };
}
