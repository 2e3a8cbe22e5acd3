import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { PinterestError } from './client.ts';

export const OUTCOMES = outcomesOf(PinterestError, refusal);

/** A server that does not support the call gives the same answers. */
export const knowsNothingOf = (error: unknown): boolean =>
  error instanceof PinterestError && (error.status === 404 || error.status === 405);

export const isMissing = (error: unknown): boolean =>
  error instanceof PinterestError && error.status === 404 && error.spoken;

/** The permission for this is missing, or the account cannot give it. */
export const isDenied = (error: unknown): boolean =>
  error instanceof PinterestError && error.status === 403 && error.spoken;

/** Undefined: the server failed, and it is unknown how far the call got. */
function refusal(
  { status, platformMessage, headers, spoken }: PinterestError,
  now: Date,
): Refused | Postponed | undefined {
  if (status === 429 || status === 425) return throttledBy(headers, platformMessage, now);
  if (status === 408 || status >= 500) return undefined;
  if (!spoken) return refused('server', platformMessage, true);
  if (status === 404) return refused('not-found', platformMessage, false);
  if (status === 413) return refused('media-rejected', platformMessage, false);
  return refused('rejected', platformMessage, false);
}
