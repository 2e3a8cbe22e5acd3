import type { Effect } from './effect.ts';

/**
 * The backoff of whatever is tried again: how long each wait is, and when the trying ends. Pure; the numbers are below.
 */

/** Waits of trying, in milliseconds, and how long it may go on. */
export type EffectTimes = Readonly<{
  /** From the intent until the call must have begun. */
  startWithin: number;
  /** From the intent until the call is over: answered or cut off. */
  callWithin: number;
  /** Tries, the first included. */
  tries: number;
  /** So many events of trying after which no further try follows; see `isLong`. */
  maxEvents: number;
  firstRetry: number;
  longestRetry: number;
  /** Between attempts that use no try; it comes to this only when one after the other ends so. */
  longestPause: number;
  /** After it was due an effect that was not done fails. */
  giveUp: number;
  firstLookUp: number;
  longestLookUp: number;
  /** At most so long the other side is given to show what it has; each says how long it takes. */
  visibility: number;
  /** How long a call whose connection we closed may be held up on its way and still arrive. */
  lateCall: number;
  firstPoll: number;
  longestPoll: number;
  /** Who has taken something and says nothing for so long: unknown. */
  pollFor: number;
  /** A postponement shorter than this moves the row and is not worth an event. */
  untoldPostponement: number;
}>;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The house's waits; a kind changes those that its other side asks for. */
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
  untoldPostponement: minute,
};

/** What the waits follow from. */
export type RetryContext = Readonly<{
  now: Date;
  /** In [0, 1). */
  random: number;
  /** When it was first to be done. */
  firstDueAt: string;
  /**
   * `limited`: so many tries with growing pauses. `seldom`: as long as there is time, each pause three times as long as all
   * that passed before it, and once more shortly before the time is over.
   */
  pace: 'limited' | 'seldom';
  times: EffectTimes;
}>;

/** After this instant what is not done fails. A person's wish for another try begins the time anew. */
export const giveUpAt = (
  { requestedAt }: Pick<Effect, 'requestedAt'>,
  { firstDueAt, times }: Pick<RetryContext, 'firstDueAt' | 'times'>,
): number => Date.parse(requestedAt ?? firstDueAt) + times.giveUp;

/** After `tries` tries: doubling, capped, half of it random so that a crowd does not come back as one. */
export function retryWait(tries: number, random: number, times: EffectTimes): number {
  const wait = Math.min(times.longestRetry, times.firstRetry * 2 ** Math.max(0, tries - 1));
  return Math.round(wait / 2 + (wait / 2) * random);
}

/**
 * Least wait after so many attempts that used no try: the first comes back when it is asked to, the others ever more seldom,
 * so that no trouble that lasts writes a long story. Half of it is random, as in `retryWait`: those that were too late
 * together because the machine was too busy must not come back together.
 */
function unusedWait(unused: number, random: number, times: EffectTimes): number {
  if (unused <= 1) return 0;
  const wait = Math.min(times.longestPause, times.firstRetry * 5 ** (unused - 2));
  return Math.round(wait / 2 + (wait / 2) * random);
}

/** When the next try after a failed one comes, in milliseconds since 1970. `tries`: the failed one included. */
export function retryAt(effect: Effect, tries: number, c: RetryContext): number {
  const wished = c.now.getTime() + retryWait(tries, c.random, c.times);
  return c.pace === 'seldom' ? everMoreSeldom(effect, wished, c) : wished;
}

/** When an attempt that was put off is made again: as long as was asked for, and longer each time that it is asked again. */
export function againAt(effect: Effect, until: string, c: RetryContext): number {
  const wished = Date.parse(until);
  const at =
    c.pace === 'seldom'
      ? everMoreSeldom(effect, wished, c)
      : Math.max(wished, c.now.getTime() + unusedWait(effect.unused + 1, c.random, c.times));
  return Math.min(at, giveUpAt(effect, c));
}

/** Events of a story that stay free for growing waits. A platform that names its pause again and again must not use up the story. */
const LEFT_FOR_LONG_WAITS = 4;

/** When to try again after a pause whose end the platform has named: at that end, without the growing or random part of other waits. */
export const againAsNamed = (effect: Effect, until: string, c: RetryContext): number =>
  effect.eventCount < c.times.maxEvents - LEFT_FOR_LONG_WAITS
    ? Math.min(Date.parse(until), giveUpAt(effect, c))
    : againAt(effect, until, c);

function everMoreSeldom(effect: Effect, wished: number, c: RetryContext): number {
  const now = c.now.getTime();
  const seldom = now + 3 * (now - Date.parse(effect.requestedAt ?? c.firstDueAt));
  const lastTry = giveUpAt(effect, c) - c.times.longestRetry;
  return Math.max(wished, now < lastTry ? Math.min(seldom, lastTry) : seldom);
}

/**
 * A story of `times.maxEvents` events is not made longer by another try: an outage must not write without end into one
 * stream. What one attempt tells at most (begun, accepted or noted, unknown, twice not there, failed) still fits under twenty.
 */
export const isLong = ({ eventCount }: Effect, { times }: RetryContext): boolean =>
  eventCount >= times.maxEvents;

/** No attempt follows any more, whatever ended the last one. Where no try is used each tells no more than two events. */
export const isLongest = ({ eventCount }: Effect, { times }: RetryContext): boolean =>
  eventCount >= times.maxEvents + 2;
