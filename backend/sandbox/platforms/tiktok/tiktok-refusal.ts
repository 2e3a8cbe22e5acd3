import { randomUUID } from 'node:crypto';
import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

const logId = (): string => randomUUID().replaceAll('-', '').toUpperCase();

/** The body of a successful response. */
export const envelope = (data: object): object => ({
  data,
  error: { code: 'ok', message: '', log_id: logId() },
});

export const refusal = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal => new Refusal(status, { data: {}, error: { code, message, log_id: logId() } }, headers);

export const invalidParams = (message: string): Refusal => refusal(400, 'invalid_params', message);

/** Errors of the token endpoint have no envelope. */
export const oauthRefusal = (error: string, description: string): Refusal =>
  new Refusal(400, { error, error_description: description, log_id: logId() });

export const FAULT_WORDS: FaultWords = {
  serverError: () => refusal(500, 'internal_error', 'Something went wrong. Please try again later.'),
  tooMany: (seconds) =>
    refusal(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.', {
      'Retry-After': String(seconds),
    }),
};
