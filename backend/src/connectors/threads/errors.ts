import type { Postponed, Refused } from '../contract/outcome.ts';
import { lacksPermission } from '../meta/errors/graph-outcomes.ts';
import { regainAccess } from '../meta/errors/rate-usage.ts';
import { outcomesOf, withKnownRefusals, type Outcomes } from '../kit/outcomes-of.ts';
import { postponed, refused, throttledBy, unknown } from '../kit/outcomes.ts';
import { ThreadsError } from './client.ts';

/**
 * The codes of limits for the whole app. `USER_THROTTLED`: limits for one user. Source:
 * developers.facebook.com/docs/graph-api/overview/rate-limiting.
 */
const APP_THROTTLED = [4, 341];
const USER_THROTTLED = [17, 32, 613];
/** Spam protection. On Instagram, which uses the same code, some posts appeared although the error said that they were stopped. */
const SPAM_GUARD = 2207051;
const USER_RESTRICTED = 4279013;
/** The app lacks a capability; a new login does not help. */
const CAPABILITY = 3;
const NOT_READY = 2207027;
const NOT_READY_MS = 10_000;
const BLOCKED_FOR_MS = 3_600_000;
/** The wait if the platform returns no time. Requests during a rate limit would extend the limit. */
const THROTTLED_FOR_MS = 15 * 60_000;

const ERROR_OUTCOMES = outcomesOf(ThreadsError, refusal);
export const OUTCOMES: Outcomes = {
  stepOutcome: ERROR_OUTCOMES.stepOutcome,
  callOutcome: (error, now) =>
    saysSpam(error) ? unknown('server-error', error.platformMessage) : ERROR_OUTCOMES.callOutcome(error, now),
};

/**
 * Outcomes of deletions, comments and figures. If only the permission for such a call is missing, the login stays valid, because
 * publishing does not need this permission.
 */
export const PERMITTED = withKnownRefusals(
  (error) =>
    error instanceof ThreadsError && lacksPermission(error.code)
      ? refused('permission-missing', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/**
 * Threads finds no object with this id: the object never existed, is deleted, or does not exist yet. `threads_publish` has
 * returned this error for containers whose state had just been `FINISHED`. Such a container never became available again.
 */
export const missesObject = (error: unknown): error is ThreadsError =>
  error instanceof ThreadsError &&
  (error.code === 24 || error.subcode === 4279009 || (error.code === 100 && error.subcode === 33));

/** Whether the container has become a post: then it no longer has the field `status`. */
export const saysNoContainer = (error: unknown): boolean =>
  error instanceof ThreadsError && error.code === 100 && /nonexisting field \(status\)/iu.test(error.message);

/** Whether spam protection stopped the post. Posthorn first looks for the post, and never sends it again automatically. */
export const saysSpam = (error: unknown): error is ThreadsError =>
  error instanceof ThreadsError && error.subcode === SPAM_GUARD;

/** A retry may soon succeed. Only for steps that are safe to repeat. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ThreadsError && !isRefusal(error) && !isThrottle(error);

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: ThreadsError, now: Date): Refused | Postponed | undefined {
  const { code, subcode, platformMessage } = error;
  if (subcode === SPAM_GUARD || subcode === USER_RESTRICTED)
    return refused('rejected', platformMessage, false);
  if (subcode === NOT_READY)
    return postponed('processing', platformMessage, new Date(now.getTime() + NOT_READY_MS));
  if (isThrottle(error))
    return {
      ...throttled(error, now),
      ...(code !== null && APP_THROTTLED.includes(code) && { scope: 'app' as const }),
    };
  if (!isRefusal(error)) return undefined;
  if (code === null) return refused('server', platformMessage, true);
  // Both codes mean that this text was already posted: an earlier attempt may have succeeded.
  if (code === 506 || subcode === 1404082) return refused('duplicate', platformMessage, false);
  if (code === 368) return postponed('blocked', platformMessage, new Date(now.getTime() + BLOCKED_FOR_MS));
  if (code !== CAPABILITY && lacksPermission(code)) return refused('reconnect', platformMessage, false);
  if (missesObject(error)) return refused('container-missing', platformMessage, true);
  if (/could not be fetched|failed to download/iu.test(platformMessage ?? ''))
    return refused('media-unreachable', platformMessage, true);
  return refused(
    /at most 500 characters|too long/iu.test(platformMessage ?? '') ? 'too-long' : 'rejected',
    platformMessage,
    false,
  );
}

function throttled({ platformMessage, headers }: ThreadsError, now: Date): Postponed {
  if (headers['retry-after'] !== undefined) return throttledBy(headers, platformMessage, now);
  const wait = regainAccess(headers);
  const outcome = postponed(
    'rate-limit',
    platformMessage,
    new Date(now.getTime() + (wait ?? THROTTLED_FOR_MS)),
  );
  return wait === null ? outcome : { ...outcome, isTimeFromPlatform: true };
}

/** Whether a rate limit was reached. 80000 to 80014: one code for each business use case. */
const isThrottle = ({ status, code }: ThreadsError): boolean =>
  status === 429 ||
  (code !== null &&
    (APP_THROTTLED.includes(code) || USER_THROTTLED.includes(code) || (code >= 80_000 && code <= 80_014)));

/**
 * Whether the platform refused the call, and did not just fail. Codes 1 and 2 are failures of the platform, with any HTTP status. So is -1
 * ("Fatal") without a subcode; with a subcode, it may be a refusal.
 */
const isRefusal = ({ status, code, subcode, isTransient }: ThreadsError): boolean =>
  status !== 408 &&
  status < 500 &&
  !isTransient &&
  code !== 1 &&
  code !== 2 &&
  (code !== -1 || subcode !== null);
