import type { RateState } from '../../http/rate-window.ts';

export const rateHeaders = ({ limit, remaining, resetAt, seconds }: RateState): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
  'RateLimit-Policy': `${String(limit)};w=${String(seconds)}`,
});
