import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { fromDate } from '@internationalized/date';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { postponed, refused, throttledBy } from '../kit/outcomes.ts';
import { YouTubeError } from './client/client.ts';

const PACIFIC = 'America/Los_Angeles';

export const OUTCOMES = outcomesOf(YouTubeError, refusal);

/** YouTube says that the video or comment does not exist. */
export const isGone = (error: unknown): boolean =>
  error instanceof YouTubeError && error.status === 404 && error.reason !== null;

/** The error, if the token is valid but lacks the permission for this call; else undefined. */
export const missingPermission = (error: unknown): YouTubeError | undefined =>
  error instanceof YouTubeError && error.reason === 'insufficientPermissions' ? error : undefined;

/** Source: developers.google.com/youtube/v3/docs/errors. Undefined: the server failed, so the call may have succeeded or not. */
function refusal(
  { status, reason, platformMessage, headers }: YouTubeError,
  now: Date,
): Refused | Postponed | undefined {
  switch (reason ?? '') {
    case 'quotaExceeded':
    case 'dailyLimitExceeded':
      return dailyQuotaUsedUp(platformMessage, now);
    case 'rateLimitExceeded':
    case 'userRateLimitExceeded':
    case 'RESOURCE_EXHAUSTED':
      return saysPerDay(platformMessage)
        ? dailyQuotaUsedUp(platformMessage, now)
        : throttledBy(headers, platformMessage, now);
    case 'uploadLimitExceeded':
      return {
        ...postponed('rate-limit', platformMessage, new Date(now.getTime() + DAY_MS)),
        onlyThisKind: true,
      };
    case 'insufficientPermissions':
    case 'youtubeSignupRequired':
    case 'authenticatedUserAccountClosed':
    case 'authenticatedUserAccountSuspended':
      return refused('reconnect', platformMessage, false);
    // After these errors, a comment may have been published all the same.
    case 'processingFailure':
    case 'backendError':
      return undefined;
  }
  if (status === 429 || status === 425) return throttledBy(headers, platformMessage, now);
  if (status === 408 || status >= 500) return undefined;
  if (reason === null) return refused('server', platformMessage, true);
  if (status === 404 || status === 410) return refused('not-found', platformMessage, false);
  return refused('rejected', platformMessage, false);
}

/** Uploads have a separate quota (developers.google.com/youtube/v3/determine_quota_cost). So one of the two quotas does not stop the other. */
const dailyQuotaUsedUp = (platformMessage: string | null, now: Date): Postponed => ({
  ...postponed('rate-limit', platformMessage, quotaResetAt(now)),
  isTimeFromPlatform: true,
  scope: 'app',
  onlyThisKind: true,
});

/**
 * For the daily quota of uploads, the error has the code of a short limit. Only the name of the quota in its message shows the difference:
 * "limit 'Video Uploads per day'" (github.com/googleapis/google-api-python-client/issues/2753).
 */
const saysPerDay = (platformMessage: string | null): boolean =>
  /\blimit '[^']* per day'/iu.test(platformMessage ?? '');

/** The time when the daily quota is reset: midnight on the US west coast. */
export const quotaResetAt = (now: Date): Date =>
  fromDate(now, PACIFIC).add({ days: 1 }).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }).toDate();
