import type { FaultWords } from '../faults/final-call.ts';
import { Refusal } from '../http/refusal.ts';

type Detail = Readonly<{ code?: string; param?: string; [more: string]: unknown }>;

/** Stripe's error body (docs.stripe.com/api/errors). */
export const refusal = (
  status: number,
  message: string,
  { type = 'invalid_request_error', ...detail }: Detail & Readonly<{ type?: string }> = {},
  headers: Readonly<Record<string, string>> = {},
): Refusal =>
  new Refusal(
    status,
    {
      error: {
        ...(typeof detail.code === 'string' && {
          doc_url: `https://stripe.com/docs/error-codes/${detail.code.replaceAll('_', '-')}`,
        }),
        ...detail,
        message,
        type,
      },
    },
    headers,
  );

export const unknownParameter = (param: string): Refusal =>
  refusal(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

export const missingParameter = (param: string): Refusal =>
  refusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const invalidParameter = (param: string, message: string): Refusal =>
  refusal(400, message, { code: 'parameter_invalid_value', param });

/** 404 for an id in the path, 400 for an id in a parameter. */
export const noSuch = (kind: string, id: string, param = 'id'): Refusal =>
  refusal(param === 'id' ? 404 : 400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

export const badKey = (key: string | null): Refusal =>
  key === null
    ? refusal(401, 'You did not provide an API key.')
    : refusal(401, `Invalid API Key provided: ${key.slice(0, 8)}****`);

export const otherParameters = (key: string): Refusal =>
  refusal(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  );

export const faultWords: FaultWords = {
  serverError: () => refusal(500, 'An unknown error occurred.', { type: 'api_error' }),
  tooMany: (seconds) =>
    refusal(
      429,
      'Request rate limit exceeded.',
      { code: 'rate_limit' },
      { 'Retry-After': String(seconds), 'Stripe-Rate-Limited-Reason': 'global-rate' },
    ),
};
