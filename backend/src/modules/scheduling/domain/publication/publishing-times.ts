import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';

/**
 * All time limits and intervals of publishing, in milliseconds. Specs and chaos runs use shorter
 * times.
 */
export type PublishingTimes = EffectTimes &
  Readonly<{
    /** The interval between two checks for due rows. */
    tick: number;
    /** How long a worker holds a claimed row without a renewal. */
    lease: number;
    /** The interval between two renewals of a lease. */
    renewLease: number;
    /**
     * The time limit for a preparation without files. With files, the limit grows with the bytes, up to `longestPreparation`.
     */
    preparation: number;
    longestPreparation: number;
    /**
     * The time from a success to the search for a second copy, when publishing took more than one attempt.
     */
    lookAgain: number;
    /** The shortest and the longest time until a platform is asked again for the public id of a post. */
    publicIdAgain: number;
    longestPublicIdWait: number;
    /** The time after the publication from which on a platform is not asked for the public id again. */
    publicIdEnd: number;
    /** How long a process that stops waits for running calls. */
    drain: number;
    /**
     * A target is checked this long before its due time. A target that is due sooner is checked soon after it
     * was scheduled.
     */
    readinessAhead: number;
    /** The interval between two searches for targets to check. */
    readinessTick: number;
    /** The time until the next check when a platform could not be asked. */
    readinessAgain: number;
    /** The length of one second in platform budgets. Test runs shorten it like the other times. */
    budgetSecond: number;
  }>;

const second = 1000;
const minute = 60 * second;

export const PUBLISHING_TIMES: PublishingTimes = {
  ...EFFECT_TIMES,
  tick: 500,
  lease: 15 * second,
  renewLease: 5 * second,
  preparation: 2 * minute,
  longestPreparation: 10 * minute,
  lookAgain: 15 * minute,
  publicIdAgain: minute,
  longestPublicIdWait: 24 * 60 * minute,
  publicIdEnd: 7 * 24 * 60 * minute,
  drain: 25 * second,
  readinessAhead: 15 * minute,
  readinessTick: 5 * second,
  readinessAgain: 2 * minute,
  budgetSecond: second,
};

/** The assumed speed of a slow home connection, in bytes per second. */
const SLOWEST_UPLOAD = 125_000;
/** The bytes that this connection uploads within the time limit of a call without a file. */
const BYTES_PER_CALL_LIMIT = SLOWEST_UPLOAD * (EFFECT_TIMES.callWithin / second);

/**
 * The time limit in milliseconds of the final call for a post with `bytes` bytes of media. `callBytes`: the
 * maximum number of these bytes that the call itself sends. The result is in proportion to `times`, so that
 * shortened times stay short.
 */
export const callWithin = (bytes: number, callBytes: number, times: PublishingTimes): number =>
  Math.ceil(times.callWithin * (1 + Math.min(bytes, callBytes) / BYTES_PER_CALL_LIMIT));

/**
 * The time limit in milliseconds of a preparation with `bytes` bytes of media. The next preparation continues
 * an interrupted one.
 */
export const preparationWithin = (bytes: number, times: PublishingTimes): number =>
  Math.min(times.longestPreparation, times.preparation + (bytes / SLOWEST_UPLOAD) * second);
