import type { FaultWords } from '../../faults/final-call.ts';
import { Refusal } from '../../http/refusal.ts';

const PROBLEMS = 'https://api.twitter.com/2/problems/';

/** An error in X's format (RFC 9457). */
const problem = (
  status: number,
  title: string,
  detail: string,
  extra: Readonly<{ type?: string; errors?: readonly object[]; headers?: Record<string, string> }> = {},
): Refusal => {
  const { type = 'about:blank', errors, headers } = extra;
  return new Refusal(status, { ...(errors && { errors }), title, detail, type, status }, headers);
};

export const unauthorized = (): Refusal => problem(401, 'Unauthorized', 'Unauthorized');
export const forbidden = (detail: string): Refusal => problem(403, 'Forbidden', detail);
export const notPermitted = (): Refusal => forbidden('You are not permitted to perform this action.');
export const notFound = (what: string): Refusal =>
  problem(404, 'Not Found Error', `Could not find ${what}.`, { type: `${PROBLEMS}resource-not-found` });
export const tooLarge = (): Refusal => problem(413, 'Payload Too Large', 'The media segment is too large.');

/** The error for an invalid request parameter. */
export const invalid = (parameter: string, value: unknown, message: string): Refusal =>
  problem(400, 'Invalid Request', 'One or more parameters to your request was invalid.', {
    type: `${PROBLEMS}invalid-request`,
    errors: [{ parameters: { [parameter]: [value] }, message }],
  });

/** `resetAt`: in milliseconds; X's header has seconds. */
export const tooManyRequests = (resetAt: number, headers: Record<string, string> = {}): Refusal =>
  problem(429, 'Too Many Requests', 'Too Many Requests', {
    headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': seconds(resetAt), ...headers },
  });

export const seconds = (milliseconds: number): string => String(Math.ceil(milliseconds / 1000));

export const faultWords = (now: () => number): FaultWords => ({
  serverError: () => problem(500, 'Internal Server Error', 'Something is broken.'),
  tooMany: (wait) => tooManyRequests(now() + wait * 1000),
});
