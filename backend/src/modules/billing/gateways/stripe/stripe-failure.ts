import { storable } from '#infrastructure/outgoing/storable-text.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';

/**
 * The meaning of an error of a call to Stripe (docs.stripe.com/api/errors).
 * - `unsent`: the request was not sent.
 * - `unclear`: Stripe may have executed the call.
 * - `busy`: Stripe did not execute the call, and the caller may repeat the call after `waitMs`.
 * - `gone`: the object does not exist.
 * - `key`: Stripe refuses our key.
 * - `refused`: Stripe did not execute the call, and would refuse it again. `words`: Stripe's text for the customer.
 */
export type StripeFailure =
  | Readonly<{ kind: 'unsent'; cause: string }>
  | Readonly<{ kind: 'unclear' | 'gone' | 'key'; cause: string }>
  | Readonly<{ kind: 'busy'; waitMs: number }>
  | Readonly<{ kind: 'refused'; words: string | null }>;

const BUSY_WAIT_MS = 5_000;
const WORDS_LENGTH_MAX = 300;

type SdkError = Readonly<{
  statusCode?: unknown;
  code?: unknown;
  detail?: unknown;
  message?: unknown;
  headers?: unknown;
}>;

export function failureOf(error: unknown): StripeFailure {
  if (error instanceof BreakerOpen) return { kind: 'busy', waitMs: error.waitMs };
  const { statusCode, code, detail, message, headers }: SdkError =
    typeof error === 'object' && error !== null ? error : {};
  if (detail instanceof OutgoingError)
    return detail.sent
      ? { kind: 'unclear', cause: detail.failure }
      : { kind: 'unsent', cause: detail.failure };
  if (typeof statusCode !== 'number') return { kind: 'unclear', cause: 'unreadable' };
  if (statusCode === 429) return { kind: 'busy', waitMs: retryAfterOf(headers) };
  // Another call with this key is running, or the object is locked. The other call may still succeed.
  if (statusCode === 409) return { kind: 'unclear', cause: 'conflict' };
  if (statusCode === 401 || statusCode === 403)
    return { kind: 'key', cause: `answered ${String(statusCode)}` };
  if (code === 'resource_missing') return { kind: 'gone', cause: 'resource-missing' };
  if (statusCode >= 400 && statusCode < 500)
    return { kind: 'refused', words: typeof message === 'string' ? shortened(message) : null };
  return { kind: 'unclear', cause: `answered ${String(statusCode)}` };
}

/** Returns whether the error comes from a call to Stripe. Errors of the SDK have a recognisable `type`. Other errors are bugs. */
export const isStripeError = (error: unknown): boolean =>
  error instanceof BreakerOpen ||
  (typeof error === 'object' &&
    error !== null &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe'));

/** Shortens a message, and masks everything that looks like a key. Stripe masks keys too. */
const shortened = (words: string): string =>
  storable(words.replace(/\b[rsp]k_(?:live|test)_\w+|\bwhsec_\w+|\w+_secret_\w+/gu, '…')).slice(
    0,
    WORDS_LENGTH_MAX,
  );

function retryAfterOf(headers: unknown): number {
  const fields: Readonly<Record<string, unknown>> = typeof headers === 'object' ? { ...headers } : {};
  const seconds = Number(fields['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 600) * 1000 : BUSY_WAIT_MS;
}
