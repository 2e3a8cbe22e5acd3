import { randomUUID } from 'node:crypto';
import { POSITION_HEADER, STALE_HEADER } from '@posthorn/contracts/shared/call';
import type { Position } from '@posthorn/event-sourcing/event-store';
import type { NextFunction, Response } from 'express';
import { requestPositions, type PositionContext } from '#infrastructure/event-log/position-context.ts';
import type { ReadGate } from '#infrastructure/readers/read-gate.ts';
import type { EdgeRequest } from '../session/edge-request.ts';
import { ownCallOf } from './own-calls.ts';

/** A position of any of the logs: digits, and `commit/prepare`. */
const POSITION = /^\d{1,20}(\/\d{1,20})?$/;
const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Gives each request an id, and names the position of its last event in a header of its response. The browser sends its last position as a
 * header; the reads of this request wait until the read models have reached that position.
 */
export function trackPositions(context: PositionContext) {
  return (request: EdgeRequest, response: Response, next: NextFunction): void => {
    const requestId = ownCallOf(request)?.requestId ?? randomUUID();
    request.requestId = requestId;
    response.setHeader(REQUEST_ID_HEADER, requestId);
    const positions = requestPositions(requestedBy(request));
    beforeHeaders(response, () => {
      if (positions.written) response.setHeader(POSITION_HEADER, positions.written);
      if (positions.stale) response.setHeader(STALE_HEADER, 'stale');
    });
    context.run(positions, next);
  };
}

/**
 * Delays the response to a change until the read models have its position. After a timeout, the response is marked as stale. Use it after everything that writes
 * the headers of a response at its end, as a compression does: the headers come after the wait.
 */
export function settleReplies(context: PositionContext, gate: ReadGate) {
  return (_request: EdgeRequest, response: Response, next: NextFunction): void => {
    const positions = context.current();
    if (positions) beforeEnd(response, () => (positions.written === null ? null : gate.settle(positions)));
    next();
  };
}

function requestedBy(request: EdgeRequest): Position | null {
  const header = request.headers[POSITION_HEADER];
  return typeof header === 'string' && POSITION.test(header) ? (header as Position) : null;
}

/** Node calls `writeHead` last, even when a handler streams its response. */
function beforeHeaders(response: Response, work: () => void): void {
  const original = response.writeHead.bind(response) as (...args: unknown[]) => Response;
  response.writeHead = (...args: unknown[]) => {
    if (!response.headersSent) work();
    return original(...args);
  };
}

/**
 * Every sender of a response (Nest, a redirect, a refusal, a page) calls `end`. The first call waits for the work, unless that is null.
 * @NOTE until then the response does not count as ended. Other code must not end it a second time.
 */
function beforeEnd(response: Response, work: () => Promise<void> | null): void {
  const original = response.end.bind(response) as (...args: unknown[]) => Response;
  let isEnding = false;
  response.end = (...args: unknown[]) => {
    if (isEnding) return response;
    const waiting = response.writableEnded ? null : work();
    if (!waiting) return original(...args);
    isEnding = true;
    void waiting.then(() => original(...args));
    return response;
  };
}
