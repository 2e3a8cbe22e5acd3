import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

export const refusal = (status: number, error: string): Refusal => new Refusal(status, { error });

/** The server’s 422 response for a failed validation. */
export const unprocessable = (error: string): Refusal => refusal(422, error);

export const notFound = (): Refusal => refusal(404, 'Record not found');

export const faultWords = (now: () => number): FaultWords => ({
  serverError: () => refusal(500, 'Internal Server Error'),
  tooMany: (seconds) => tooManyRequests(now() + seconds * 1000, seconds),
});

export const tooManyRequests = (resetAt: number, seconds: number): Refusal =>
  new Refusal(
    429,
    { error: 'Too many requests' },
    {
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': new Date(resetAt).toISOString(),
      'Retry-After': String(seconds),
    },
  );
