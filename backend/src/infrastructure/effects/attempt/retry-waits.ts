import type { Effect } from './effect.ts';

/** The back-off of retries: how long each wait is, and when the retries end. Pure functions. */

/** Waits between tries, in milliseconds, and the limits of retrying. */
export type EffectTimes = Readonly<{
  /** From the intent until the call must have begun. */
  startWithin: number;
  /** From the intent until the call gets a response or is aborted. */
  callWithin: number;
  /** The greatest number of tries, including the first. */
  tries: number;
  /** After this number of events no further try follows; see `triesExhausted`. */
  maxEvents: number;
  firstRetry: number;
  longestRetry: number;
  /** The longest wait between attempts that use no try. Only several such attempts in a row reach it. */
  longestPause: number;
  /** An effect fails when it is not done within this time after its due time. */
  giveUp: number;
  firstLookUp: number;
  longestLookUp: number;
  /** The longest time until a remote system shows what it has received. Each system states its own time. */
  visibility: number;
  /** How long a call may still be delayed on its way after we closed its connection. */
  lateCall: number;
  firstPoll: number;
  longestPoll: number;
  /** An accepted effect becomes unknown after this time without a result. */
  pollFor: number;
  /** A shorter postponement moves the row but produces no event. */
  defaultPostponement: number;
}>;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The default waits. A kind changes those that its remote system needs. */
export const EFFECT_TIMES: EffectTimes = {
  startWithin: 5 * second,
  callWithin: 30 * second,
  tries: 6,
  maxEvents: 12,
  firstRetry: minute,
  longestRetry: 15 * minute,
  longestPause: 6 * hour,
  giveUp: 6 * hour,
  firstLookUp: 2 * second,
  longestLookUp: 15 * minute,
  visibility: 5 * minute,
  lateCall: 5 * minute,
  firstPoll: 5 * second,
  longestPoll: minute,
  pollFor: 30 * minute,
  defaultPostponement: minute,
};

/** The input for computing waits. */
export type RetryContext = Readonly<{
  now: Date;
  /** In [0, 1). */
  random: number;
  /** When the effect was first due. */
  firstDueAt: string;
  /**
   * `limited`: a limited number of tries with growing pauses. `seldom`: exponential back-off until the time limit. Each pause is three times the
   * time since the start, and the last try comes shortly before the limit.
   */
  pace: 'limited' | 'seldom';
  times: EffectTimes;
}>;

/** An effect that is not done by this instant fails. A person's request for another try restarts the time. */
export const giveUpAt = (
  { requestedAt }: Pick<Effect, 'requestedAt'>,
  { firstDueAt, times }: Pick<RetryContext, 'firstDueAt' | 'times'>,
): number => Date.parse(requestedAt ?? firstDueAt) + times.giveUp;

/** The wait after `tries` tries, in milliseconds: doubled each time, capped, half of it random so that many effects do not return together. */
export function retryWait(tries: number, random: number, times: EffectTimes): number {
  const wait = Math.min(times.longestRetry, times.firstRetry * 2 ** Math.max(0, tries - 1));
  return Math.round(wait / 2 + (wait / 2) * random);
}

/**
 * The least wait after `unused` attempts that used no try. The first may return at the requested time. Later ones wait longer: a lasting fault must not fill
 * the stream. Half of the wait is random, as in `retryWait`: attempts that a busy machine delayed together must not return together.
 */
function unusedWait(unused: number, random: number, times: EffectTimes): number {
  if (unused <= 1) return 0;
  const wait = Math.min(times.longestPause, times.firstRetry * 5 ** (unused - 2));
  return Math.round(wait / 2 + (wait / 2) * random);
}

/** When to try again after a failed try, in milliseconds since 1970. `tries` includes the failed one. */
export function retryAt(effect: Effect, tries: number, c: RetryContext): number {
  const requested = c.now.getTime() + retryWait(tries, c.random, c.times);
  return c.pace === 'seldom' ? exponentialBackOff(effect, requested, c) : requested;
}

/** When to repeat a postponed attempt, in milliseconds since 1970. The first wait is as long as requested; each further one is longer. */
export function postponedUntil(effect: Effect, until: string, c: RetryContext): number {
  const requested = Date.parse(until);
  const at =
    c.pace === 'seldom'
      ? exponentialBackOff(effect, requested, c)
      : Math.max(requested, c.now.getTime() + unusedWait(effect.unused + 1, c.random, c.times));
  return Math.min(at, giveUpAt(effect, c));
}

/** The number of events reserved for growing waits. A platform that repeatedly returns the end of its pause must not use up all events. */
const LEFT_FOR_LONG_WAITS = 4;

/** When to retry after a pause whose end the platform has returned: exactly then, without growing or random waits. */
export const retryAtNamedTime = (effect: Effect, until: string, c: RetryContext): number =>
  effect.eventCount < c.times.maxEvents - LEFT_FOR_LONG_WAITS
    ? Math.min(Date.parse(until), giveUpAt(effect, c))
    : postponedUntil(effect, until, c);

function exponentialBackOff(effect: Effect, requested: number, c: RetryContext): number {
  const now = c.now.getTime();
  const tripled = now + 3 * (now - Date.parse(effect.requestedAt ?? c.firstDueAt));
  const lastTry = giveUpAt(effect, c) - c.times.longestRetry;
  return Math.max(requested, now < lastTry ? Math.min(tripled, lastTry) : tripled);
}

/**
 * With `times.maxEvents` events or more, no further try follows: an outage must not fill a stream without limit. One attempt adds a few events at
 * most: begun, accepted, unknown, twice absent, failed. With those, a stream stays under twenty events.
 */
export const triesExhausted = ({ eventCount }: Effect, { times }: RetryContext): boolean =>
  eventCount >= times.maxEvents;

/** No attempt follows at all, however the last one ended. Without a used try, each attempt adds at most two events. */
export const attemptsExhausted = ({ eventCount }: Effect, { times }: RetryContext): boolean =>
  eventCount >= times.maxEvents + 2;
