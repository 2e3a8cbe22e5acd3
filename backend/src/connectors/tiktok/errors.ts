import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { postponed, refused, throttledBy } from '../kit/outcomes.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { TikTokError } from './client.ts';

/** TikTok documents no `Retry-After`. Its limits are per minute. */
const THROTTLED_MS = 60_000;
/** The wait after a daily limit. TikTok treats an earlier repetition as spam. */
const QUOTA_MS = 24 * 3_600_000;

const DAILY_LIMITS = new Set([
  'spam_risk_too_many_posts',
  'spam_risk_too_many_pending_share',
  'reached_active_user_cap',
]);
const NO_SCOPE = new Set(['scope_not_authorized', 'scope_permission_missed']);
const BAD_MEDIA = new Set([
  'file_format_check_failed',
  'duration_check_failed',
  'frame_rate_check_failed',
  'picture_size_check_failed',
  'invalid_file_upload',
]);
const TEMPORARY_FAILURES = new Set(['internal', 'internal_error', 'video_pull_failed', 'photo_pull_failed']);

export const OUTCOMES = outcomesOf(TikTokError, refusal, wordsOf);

/** Whether a retry may succeed a second later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof OutgoingError
    ? error.failure !== 'blocked'
    : error instanceof TikTokError && (error.status >= 500 || error.code === 'internal_error');

/** The account did not grant the permission for this call. */
export const lacksScope = (error: unknown): boolean =>
  error instanceof TikTokError && error.code !== null && NO_SCOPE.has(error.code);

/** The creator has reached the daily limit of posts, or the app its daily limit of users. */
export const saysDailyLimit = (error: unknown): error is TikTokError =>
  error instanceof TikTokError && error.code !== null && DAILY_LIMITS.has(error.code);

/** The outcome for a `fail_reason` of an accepted post. */
export function failureOf(reason: string): Refused {
  if (reason === 'auth_removed') return refused('reconnect', reason, false);
  if (BAD_MEDIA.has(reason)) return refused('media-rejected', reason, false);
  return TEMPORARY_FAILURES.has(reason)
    ? refused('processing-failed', reason, true)
    : refused('rejected', reason, false);
}

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: TikTokError, now: Date): Refused | Postponed | undefined {
  const { status, code, headers } = error;
  const platformMessage = wordsOf(error);
  if (status === 429 || code === 'rate_limit_exceeded') {
    const earliest = new Date(now.getTime() + THROTTLED_MS).toISOString();
    const outcome = throttledBy(headers, platformMessage, now);
    return outcome.until > earliest ? outcome : postponed('rate-limit', platformMessage, new Date(earliest));
  }
  if (saysDailyLimit(error))
    return postponed('daily-limit', platformMessage, new Date(now.getTime() + QUOTA_MS));
  if (status === 408 || status >= 500 || code === 'internal_error') return undefined;
  if (code === null) return refused('server', platformMessage, true);
  if (NO_SCOPE.has(code) || code === 'access_token_invalid')
    return refused('reconnect', platformMessage, false);
  return refused(BAD_MEDIA.has(code) ? 'media-rejected' : 'rejected', platformMessage, false);
}

/** The message of an error, followed by its code: several errors have the same message, so only the code shows the reason. */
function wordsOf({ code, platformMessage }: TikTokError): string | null {
  if (code === null) return platformMessage;
  return platformMessage === null ? code : `${platformMessage} (${code})`;
}
