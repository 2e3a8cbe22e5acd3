import { randomUUID } from 'node:crypto';
import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

/** The body of a successful response of the API for Business. */
export const businessEnvelope = (data: object): object => ({
  code: 0,
  message: 'OK',
  request_id: randomUUID(),
  data,
});

/** An error usually has status 200 as well. Only its code shows that it is an error. */
export const businessRefusal = (code: number, message: string, status = 200): Refusal =>
  new Refusal(status, { code, message, request_id: randomUUID(), data: {} });

export const invalidParameter = (message: string): Refusal => businessRefusal(40_002, message);

export const BUSINESS_FAULT_WORDS: FaultWords = {
  serverError: () => businessRefusal(50_000, 'Internal service error. Please try again later.', 500),
  tooMany: () => businessRefusal(40_100, 'Requests made too frequently.'),
};
