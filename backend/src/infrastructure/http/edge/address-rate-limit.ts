import type { NextFunction, Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { bearerOf } from '../session/bearer.ts';
import { networkOf } from './network-of.ts';
import { tooMany } from './rate-limits.ts';

const SECONDS = 60;
/** Routes ignore case, so `/API/…` must count too. */
const COUNTED = [
  { kind: 'calls', paths: /^\/(?:api\/(?!webhooks\/|stripe\/webhook\/?$)|mcp(?:\/|$))/i },
  // Counted separately: a client that floods the API must not make a load balancer believe that the process is dead.
  { kind: 'probes', paths: /^\/(metrics|health\/ready)\/?$/i },
] as const;

const EXTERNAL = /^\/(?:api\/external\/|mcp(?:\/|$))/i;
const WEBHOOKS = /^\/api\/(?:webhooks\/|stripe\/webhook\/?$)/i;
/** The webhook routes of platforms return 401 for an unsigned delivery, Stripe's returns 400. */
const NOT_SIGNED: ReadonlySet<number> = new Set([400, 401]);

/** Limits how often one network may call the API or the probes. Counted per process. */
export function addressRateLimit(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: SECONDS });
  const refuse = (refused: unknown, next: NextFunction): void => {
    const left = refused instanceof RateLimiterRes ? refused.msBeforeNext : SECONDS * 1000;
    next(tooMany({ name: 'address', points: perMinute, seconds: SECONDS }, left));
  };
  /** Platforms may deliver many events from few IP addresses, so only deliveries with a wrong signature count. */
  const deliver = async (key: string, response: Response, next: NextFunction): Promise<void> => {
    const refused = await limiter.get(key);
    if (refused && refused.remainingPoints <= 0) {
      refuse(refused, next);
      return;
    }
    response.once('finish', () => {
      if (NOT_SIGNED.has(response.statusCode)) void limiter.penalty(key);
    });
    next();
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    const network = networkOf(request.ip ?? '');
    if (WEBHOOKS.test(request.path)) {
      void deliver(`webhooks ${network}`, response, next);
      return;
    }
    // Many users of one automation service share an IP address, so each token has its own limit.
    if (EXTERNAL.test(request.path) && bearerOf(request) !== null) {
      next();
      return;
    }
    const counted = COUNTED.find(({ paths }) => paths.test(request.path));
    if (!counted) {
      next();
      return;
    }
    limiter.consume(`${counted.kind} ${network}`).then(
      () => {
        next();
      },
      (refused: unknown) => {
        refuse(refused, next);
      },
    );
  };
}
