import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

/** An error of the API. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Refusal => new Refusal(status, { status, code, message, ...extra }, headers);

export const denied = (resource: string): Refusal =>
  refusal(403, 'ACCESS_DENIED', `Not enough permissions to access: ${resource}`, { serviceErrorCode: 100 });

export const notFound = (): Refusal => refusal(404, 'NOT_FOUND', 'Entity is not found');

export const notValid = (code: string, message: string): Refusal => refusal(400, code, message);

export const faultWords: FaultWords = {
  serverError: () => refusal(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
  tooMany: (seconds) =>
    refusal(
      429,
      'TOO_MANY_REQUESTS',
      'Resource level throttle limit for calls to this resource is reached.',
      { serviceErrorCode: 101 },
      { 'Retry-After': String(seconds) },
    ),
};
