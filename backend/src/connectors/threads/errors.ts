import type { Postponed, Refused } from '../contract/outcome.ts';
import { lacksPermission } from '../meta/errors/graph-outcomes.ts';
import { regainAccess } from '../meta/errors/rate-usage.ts';
import { outcomesOf, refusing, type Outcomes } from '../kit/outcomes-of.ts';
import { postponed, refused, throttledBy, unknown } from '../kit/outcomes.ts';
import { ThreadsError } from './client.ts';

/** Of the app as a whole; the others count calls of one user. Both: developers.facebook.com/docs/graph-api/overview/rate-limiting. */
const APP_THROTTLED = [4, 341];
const USER_THROTTLED = [17, 32, 613];
/** The guard against spam. At Instagram, which has it too, posts have been seen that it was said to have stopped. */
const SPAM_GUARD = 2207051;
const USER_RESTRICTED = 4279013;
/** What the app may not do at all, which no login changes. */
const CAPABILITY = 3;
const NOT_READY = 2207027;
const NOT_READY_MS = 10_000;
const BLOCKED_FOR_MS = 3_600_000;
/** Where the platform does not say: asking while it throttles makes it throttle longer. */
const THROTTLED_FOR_MS = 15 * 60_000;

const ANSWERS = outcomesOf(ThreadsError, refusal);
export const OUTCOMES: Outcomes = {
  stepOutcome: ANSWERS.stepOutcome,
  callOutcome: (error, now) =>
    saysSpam(error) ? unknown('server-error', error.words) : ANSWERS.callOutcome(error, now),
};

/** Of deletions, comments and figures. A permission that is missing for them alone ends no login: publishing goes on without it. */
export const PERMITTED = refusing(
  (error) =>
    error instanceof ThreadsError && lacksPermission(error.code)
      ? refused('permission-missing', error.words, false)
      : null,
  OUTCOMES,
);

/**
 * The id leads to nothing: never there, gone, or not there yet. Seen at `threads_publish` for containers that were called
 * finished a moment before; those never come back.
 */
export const missesObject = (error: unknown): error is ThreadsError =>
  error instanceof ThreadsError &&
  (error.code === 24 || error.subcode === 4279009 || (error.code === 100 && error.subcode === 33));

/** A container that became a post has no status any more. */
export const saysNoContainer = (error: unknown): boolean =>
  error instanceof ThreadsError && error.code === 100 && /nonexisting field \(status\)/iu.test(error.message);

/** Looked up first, and never sent again by itself. */
export const saysSpam = (error: unknown): error is ThreadsError =>
  error instanceof ThreadsError && error.subcode === SPAM_GUARD;

/** May be better in a moment; for steps that are safe to repeat. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ThreadsError && !isAnswer(error) && !isThrottle(error);

/** Undefined: the server failed, and nobody knows how far it came. */
function refusal(error: ThreadsError, now: Date): Refused | Postponed | undefined {
  const { code, subcode, words } = error;
  if (subcode === SPAM_GUARD || subcode === USER_RESTRICTED) return refused('rejected', words, false);
  if (subcode === NOT_READY) return postponed('processing', words, new Date(now.getTime() + NOT_READY_MS));
  if (isThrottle(error))
    return {
      ...throttled(error, now),
      ...(code !== null && APP_THROTTLED.includes(code) && { scope: 'app' as const }),
    };
  if (!isAnswer(error)) return undefined;
  if (code === null) return refused('server', words, true);
  // Both say that this text was posted already: an earlier attempt may have worked.
  if (code === 506 || subcode === 1404082) return refused('duplicate', words, false);
  if (code === 368) return postponed('blocked', words, new Date(now.getTime() + BLOCKED_FOR_MS));
  if (code !== CAPABILITY && lacksPermission(code)) return refused('reconnect', words, false);
  if (missesObject(error)) return refused('container-missing', words, true);
  if (/could not be fetched|failed to download/iu.test(words ?? ''))
    return refused('media-unreachable', words, true);
  return refused(
    /at most 500 characters|too long/iu.test(words ?? '') ? 'too-long' : 'rejected',
    words,
    false,
  );
}

function throttled({ words, headers }: ThreadsError, now: Date): Postponed {
  if (headers['retry-after'] !== undefined) return throttledBy(headers, words, now);
  const wait = regainAccess(headers);
  const outcome = postponed('rate-limit', words, new Date(now.getTime() + (wait ?? THROTTLED_FOR_MS)));
  return wait === null ? outcome : { ...outcome, isNamed: true };
}

/** 80000 to 80014: one for each use case of a business. */
const isThrottle = ({ status, code }: ThreadsError): boolean =>
  status === 429 ||
  (code !== null &&
    (APP_THROTTLED.includes(code) || USER_THROTTLED.includes(code) || (code >= 80_000 && code <= 80_014)));

/** 1 and 2 are faults of the platform, whatever the status says. */
const isAnswer = ({ status, code, isTransient }: ThreadsError): boolean =>
  status !== 408 && status < 500 && !isTransient && code !== 1 && code !== 2;
