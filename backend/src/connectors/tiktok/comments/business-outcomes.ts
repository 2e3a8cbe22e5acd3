import type { Postponed, Refused } from '../../contract/outcome.ts';
import { outcomesOf, withKnownRefusals } from '../../kit/outcomes-of.ts';
import { CallHadNoEffect, postponed, ReconnectNeeded, refused } from '../../kit/outcomes.ts';
import { BusinessError } from './business-client.ts';

const THROTTLED_MS = 60_000;
/** Error codes of the API for Business. */
const THROTTLED = 40_100;
const NO_PERMISSION = 40_001;

/** Outcomes of calls to the API for Business. If the grant for comments has ended, this does not affect the login for publishing. */
export const BUSINESS_OUTCOMES = withKnownRefusals(
  (error) => {
    const cause = error instanceof CallHadNoEffect ? error.cause : error;
    return cause instanceof ReconnectNeeded
      ? refused('permission-missing', cause.platformMessage, false)
      : null;
  },
  outcomesOf(BusinessError, refusal),
);

/** Whether the grant is valid but does not include this call. */
export const lacksPermission = (error: unknown): boolean =>
  error instanceof BusinessError && error.code === NO_PERMISSION;

/** Whether a video or comment is missing. Only the message shows which of the two, because both errors have the same code. */
const isMissing = (error: unknown, what: RegExp): boolean =>
  error instanceof BusinessError &&
  error.code !== null &&
  what.test(error.platformMessage ?? '') &&
  /not exist|not found|deleted/iu.test(error.platformMessage ?? '');
export const isVideoGone = (error: unknown): boolean => isMissing(error, /video/iu);
export const isCommentGone = (error: unknown): boolean => isMissing(error, /comment/iu);

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: BusinessError, now: Date): Refused | Postponed | undefined {
  const { status, code, platformMessage } = error;
  if (status === 429 || code === THROTTLED)
    return postponed('rate-limit', platformMessage, new Date(now.getTime() + THROTTLED_MS));
  if (status >= 500 || status === 408 || (code !== null && code >= 50_000)) return undefined;
  if (code === null) return refused('server', platformMessage, true);
  if (lacksPermission(error)) return refused('permission-missing', platformMessage, false);
  return refused(
    isCommentGone(error) || isVideoGone(error) ? 'not-found' : 'rejected',
    platformMessage,
    false,
  );
}
