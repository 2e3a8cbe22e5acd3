import type { Postponed, Refused } from '../contract/outcome.ts';
import { lacksPermission } from '../meta/errors/graph-outcomes.ts';
import { regainAccess } from '../meta/errors/rate-usage.ts';
import { outcomesOf, refusing, type Outcomes } from '../kit/outcomes-of.ts';
import { postponed, refused, throttledBy, unknown } from '../kit/outcomes.ts';
import { ThreadsError } from './client.ts';

/** Limits of the whole app; the others count calls of one user. Both: developers.facebook.com/docs/graph-api/overview/rate-limiting. */
const APP_THROTTLED = [4, 341];
const USER_THROTTLED = [17, 32, 613];
/** Spam protection. On Instagram, which also has it, posts appeared that it reported as stopped. */
const SPAM_GUARD = 2207051;
const USER_RESTRICTED = 4279013;
/** The app lacks this capability; a login does not change that. */
const CAPABILITY = 3;
const NOT_READY = 2207027;
const NOT_READY_MS = 10_000;
const BLOCKED_FOR_MS = 3_600_000;
/** Where the platform does not say: requests during a rate limit make it longer. */
const THROTTLED_FOR_MS = 15 * 60_000;

const ANSWERS = outcomesOf(ThreadsError, refusal);
export const OUTCOMES: Outcomes = {
  stepOutcome: ANSWERS.stepOutcome,
  callOutcome: (error, now) =>
    saysSpam(error) ? unknown('server-error', error.platformMessage) : ANSWERS.callOutcome(error, now),
};

/** Outcomes of deletions, comments and figures. When only their permission is missing, the login stays valid: publishing does not need it. */
export const PERMITTED = refusing(
  (error) =>
    error instanceof ThreadsError && lacksPermission(error.code)
      ? refused('permission-missing', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/**
 * The id leads to no object: it never existed, is deleted, or does not exist yet. `threads_publish` gave this answer for containers
 * that were reported as finished a moment before; those never appeared again.
 */
export const missesObject = (error: unknown): error is ThreadsError =>
  error instanceof ThreadsError &&
  (error.code === 24 || error.subcode === 4279009 || (error.code === 100 && error.subcode === 33));

/** A container that became a post no longer has a status. */
export const saysNoContainer = (error: unknown): boolean =>
  error instanceof ThreadsError && error.code === 100 && /nonexisting field \(status\)/iu.test(error.message);

/** The post is looked up first, and never sent again automatically. */
export const saysSpam = (error: unknown): error is ThreadsError =>
  error instanceof ThreadsError && error.subcode === SPAM_GUARD;

/** A repetition may succeed soon; only for steps that are safe to repeat. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ThreadsError && !isAnswer(error) && !isThrottle(error);

/** Undefined: the server failed, and it is unknown how far the call got. */
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
  if (!isAnswer(error)) return undefined;
  if (code === null) return refused('server', platformMessage, true);
  // Both mean that this text was posted already: an earlier attempt may have worked.
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
  return wait === null ? outcome : { ...outcome, isNamed: true };
}

/** 80000 to 80014: one for each use case of a business. */
const isThrottle = ({ status, code }: ThreadsError): boolean =>
  status === 429 ||
  (code !== null &&
    (APP_THROTTLED.includes(code) || USER_THROTTLED.includes(code) || (code >= 80_000 && code <= 80_014)));

/** 1 and 2 are failures of the platform, whatever the status says. */
const isAnswer = ({ status, code, isTransient }: ThreadsError): boolean =>
  status !== 408 && status < 500 && !isTransient && code !== 1 && code !== 2;
