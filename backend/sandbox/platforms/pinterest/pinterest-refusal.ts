import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

/** An error of the API; clients rely on its status. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal => new Refusal(status, { code, message }, headers);

export const badToken = (): Refusal => refusal(401, 2, 'Authentication failed.');
export const notPermitted = (): Refusal => refusal(403, 29, 'You are not permitted to access that resource.');
export const notFound = (what: string): Refusal => refusal(404, 50, `${what} not found.`);
export const invalid = (message: string): Refusal => refusal(400, 1, message);
export const tooMany = (seconds: number): Refusal =>
  refusal(429, 8, 'You have exceeded your rate limit. Try again later.', { 'Retry-After': String(seconds) });

export const faultWords: FaultWords = {
  serverError: () => refusal(500, 12, 'Something went wrong on our end. Sorry about that.'),
  tooMany,
};
