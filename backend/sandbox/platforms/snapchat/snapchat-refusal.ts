import { randomUUID } from 'node:crypto';
import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

export const success = (body: object = {}): object => ({
  request_status: 'SUCCESS',
  request_id: randomUUID(),
  ...body,
});

export const refusal = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Refusal =>
  new Refusal(
    status,
    {
      request_status: 'ERROR',
      request_id: randomUUID(),
      debug_message: message,
      display_message: message,
      error_code: code,
    },
    headers,
  );

export const invalid = (message: string): Refusal => refusal(400, 'E1001', message);
export const notFound = (what: string): Refusal => refusal(404, 'E1404', `${what} was not found`);
export const tooMany = (seconds: number): Refusal =>
  refusal(429, 'E1429', 'Too many requests', { 'Retry-After': String(seconds) });

export const faultWords: FaultWords = {
  serverError: () => refusal(500, 'E1500', 'Internal server error'),
  tooMany,
};
