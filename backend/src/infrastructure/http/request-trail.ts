import { randomUUID } from 'node:crypto';
import { POSITION_HEADER, STALE_HEADER } from '@posthorn/contracts/shared/call';
import type { Position } from '@posthorn/event-sourcing/event-store';
import type { NextFunction, Response } from 'express';
import type { PositionTrail, Trail } from '../log/position-trail.ts';
import type { EdgeRequest } from './edge-request.ts';

/** As any log writes them: digits, and `commit/prepare`. */
const POSITION = /^\d{1,20}(\/\d{1,20})?$/;
const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Gives each request its id, and its reply the log position that it has reached. The position that the browser saw last
 * comes back as a header, and makes the reads of this request wait for it.
 */
export function requestTrail(trails: PositionTrail) {
  return (request: EdgeRequest, response: Response, next: NextFunction): void => {
    const requestId = randomUUID();
    request.requestId = requestId;
    response.setHeader(REQUEST_ID_HEADER, requestId);
    const trail: Trail = { written: null, wanted: wantedBy(request), stale: false };
    beforeHeaders(response, () => {
      if (trail.written) response.setHeader(POSITION_HEADER, trail.written);
      if (trail.stale) response.setHeader(STALE_HEADER, 'stale');
    });
    trails.run(trail, next);
  };
}

function wantedBy(request: EdgeRequest): Position | null {
  const header = request.headers[POSITION_HEADER];
  return typeof header === 'string' && POSITION.test(header) ? (header as Position) : null;
}

/** Node calls `writeHead` last of all, also when a handler streams its reply. */
function beforeHeaders(response: Response, work: () => void): void {
  const original = response.writeHead.bind(response) as (...args: unknown[]) => Response;
  response.writeHead = (...args: unknown[]) => {
    if (!response.headersSent) work();
    return original(...args);
  };
}
