import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  410: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
};

/** An error of the Data API. */
export const refusal = (
  code: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal =>
  new Refusal(
    code,
    {
      error: {
        code,
        message,
        errors: [{ message, domain: DOMAIN_OF[reason] ?? 'youtube.video', reason }],
        status: STATUS[code] ?? 'INTERNAL',
      },
    },
    headers,
  );

const DOMAIN_OF: Readonly<Record<string, string>> = {
  authError: 'global',
  insufficientPermissions: 'global',
  badContent: 'global',
  badRequest: 'global',
  notFound: 'global',
  backendError: 'global',
  quotaExceeded: 'youtube.quota',
  rateLimitExceeded: 'usageLimits',
};

export const notFound = (): Refusal => refusal(404, 'notFound', 'Not Found');

export const faultWords: FaultWords = {
  serverError: () => refusal(500, 'backendError', 'Backend Error'),
  tooMany: (seconds) =>
    refusal(429, 'rateLimitExceeded', 'Rate Limit Exceeded', { 'Retry-After': String(seconds) }),
};
