import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { postponed, refused, throttledBy } from '../kit/outcomes.ts';
import { LinkedInError } from './client.ts';

const PROCESSING_WAIT_MS = 10_000;
/** The wait while an operator chooses another API version. A postponed call does not count as an attempt. */
const VERSION_WAIT_MS = 15 * 60_000;

export const OUTCOMES = outcomesOf(LinkedInError, refusal);

/** LinkedIn reports that the same content already exists. The error message contains the URN of that post. */
export const isDuplicate = ({ status, code, platformMessage }: LinkedInError): boolean =>
  code === 'DUPLICATE_POST' || (status === 422 && /duplicate/iu.test(platformMessage ?? ''));

/** A file that LinkedIn accepted but could not process. */
export const isMediaFailure = ({ code }: LinkedInError): boolean => code === 'MEDIA_ASSET_PROCESSING_FAILED';

/** A file whose upload is not completed. */
export const isWithoutBytes = ({ code }: LinkedInError): boolean => code === 'MEDIA_ASSET_WAITING_UPLOAD';

/** LinkedIn itself refused the request, and not because of a rate limit. */
export const isDefinite = (error: unknown): error is LinkedInError =>
  error instanceof LinkedInError &&
  error.isFromPlatform &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

/** The permission or role for this call is missing. */
export const isDenied = (error: unknown): error is LinkedInError =>
  error instanceof LinkedInError && error.isFromPlatform && error.status === 403;

/** LinkedIn says that the post or comment does not exist. */
export const isGone = (error: unknown): boolean =>
  error instanceof LinkedInError && error.isFromPlatform && (error.status === 404 || error.status === 410);

/** The URL does not exist, or this token may not read it. */
export const isUnreadable = (error: unknown): error is LinkedInError =>
  error instanceof LinkedInError && [400, 404, 405, 410].includes(error.status);

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: LinkedInError, now: Date): Refused | Postponed | undefined {
  const { status, code, platformMessage, isFromPlatform } = error;
  const after = (millis: number) => new Date(now.getTime() + millis);
  if (status === 429) return throttled(error, now);
  if (status === 408 || status >= 500) return undefined;
  if (status === 426) return postponed('api-version', platformMessage, after(VERSION_WAIT_MS));
  if (!isFromPlatform) return refused('server', platformMessage, true);
  if (isDuplicate(error)) return refused('duplicate', platformMessage, false);
  if (isMediaFailure(error)) return refused('media-lost', platformMessage, true);
  if (isWithoutBytes(error)) return postponed('processing', platformMessage, after(PROCESSING_WAIT_MS));
  if (code === 'FIELD_LENGTH_TOO_LONG') return refused('too-long', platformMessage, false);
  if (status === 409) return refused('conflict', platformMessage, true);
  if (status === 404 || status === 410) return refused('not-found', platformMessage, false);
  return refused('rejected', platformMessage, false);
}

/**
 * Daily budgets are reset at midnight UTC. Only LinkedIn's error message says that a daily budget is used up; no header does. Each endpoint has its
 * own daily budget (learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits), so posts do not wait for the budget of comments.
 */
function throttled({ platformMessage, headers }: LinkedInError, now: Date): Postponed {
  const isDaily = /\bday\b|daily/iu.test(platformMessage ?? '');
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const scope = /application/iu.test(platformMessage ?? '') ? 'app' : 'account';
  if (!isDaily) return { ...throttledBy(headers, platformMessage, now), scope };
  return {
    ...postponed('rate-limit', platformMessage, midnight),
    isTimeFromPlatform: true,
    scope,
    onlyThisKind: true,
  };
}
