import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './rate-limits.ts';

const SECONDS = 60;
/** Routes are found in any case of letters, so `/API/…` must not be a way past the gate. */
const API = /^\/api\//i;

/** No address may call the API more often than this, whatever it calls. Counted per process. */
export function floodGate(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (!API.test(request.path)) {
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
