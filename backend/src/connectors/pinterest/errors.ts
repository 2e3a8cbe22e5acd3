import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { PinterestError } from './client.ts';

export const OUTCOMES = outcomesOf(PinterestError, refusal);

/** The object or the call does not exist: a server that does not support the call returns the same statuses. */
export const isObjectOrCallUnknown = (error: unknown): boolean =>
  error instanceof PinterestError && (error.status === 404 || error.status === 405);

/** Pinterest says that the object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof PinterestError && error.status === 404 && error.isFromPlatform;

/** The permission for this call is missing, or this kind of account cannot have it. */
export const isDenied = (error: unknown): boolean =>
  error instanceof PinterestError && error.status === 403 && error.isFromPlatform;

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(
  { status, platformMessage, headers, isFromPlatform }: PinterestError,
  now: Date,
): Refused | Postponed | undefined {
  if (status === 429 || status === 425) return throttledBy(headers, platformMessage, now);
  if (status === 408 || status >= 500) return undefined;
  if (!isFromPlatform) return refused('server', platformMessage, true);
  if (status === 404) return refused('not-found', platformMessage, false);
  if (status === 413) return refused('media-rejected', platformMessage, false);
  return refused('rejected', platformMessage, false);
}
