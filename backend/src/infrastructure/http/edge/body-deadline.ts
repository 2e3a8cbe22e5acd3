import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import type { NextFunction, Request, Response } from 'express';

/** As Node's own limit for a request. */
const BODY_MAX_MS = 5 * MINUTE_MS;

/** Closes the connection of a request whose body takes too long. Only uploads may take longer: all other bodies have 1 MB at most. */
export function bodyDeadline(maxMs = BODY_MAX_MS) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (hasBody(request) && !request.is('multipart/form-data')) {
      const timer = setTimeout(() => request.destroy(), maxMs).unref();
      const stop = () => {
        clearTimeout(timer);
      };
      request.once('end', stop).once('close', stop);
    }
    next();
  };
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
