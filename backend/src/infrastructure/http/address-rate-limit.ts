import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './rate-limits.ts';

const SECONDS = 60;
/** Routes are found in any case of letters, so `/API/…` must not be a way past the gate. */
const COUNTED = [
  { kind: 'calls', paths: /^\/api\//i },
  // Apart: whoever floods the API must not make a load balancer take the process for a dead one.
  { kind: 'probes', paths: /^\/(metrics|health\/ready)\/?$/i },
] as const;

/** No address may call the API more often than this, nor ask how we are. Counted per process. */
export function addressRateLimit(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  return (request: Request, _response: Response, next: NextFunction): void => {
    const counted = COUNTED.find(({ paths }) => paths.test(request.path));
    if (!counted) {
      next();
      return;
    }
    limiter.consume(`${counted.kind} ${request.ip ?? ''}`).then(
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
