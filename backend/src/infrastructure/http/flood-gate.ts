import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './rate-limits.ts';

const SECONDS = 60;

/** No address may call the API more often than this, whatever it calls. Counted per process. */
export function floodGate(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!request.path.startsWith('/api/')) {
      next();
      return;
    }
    limiter.consume(request.ip ?? '').then(
      () => {
        next();
      },
      (refused: unknown) => {
        const left = refused instanceof RateLimiterRes ? refused.msBeforeNext : SECONDS * 1000;
        next(tooMany({ points: perMinute, seconds: SECONDS }, left));
      },
    );
  };
}
