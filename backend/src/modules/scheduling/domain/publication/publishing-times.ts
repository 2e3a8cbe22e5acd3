import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';

/** Every wait of publishing, in milliseconds. Specs and chaos runs use shorter ones in the same proportions. */
export type PublishingTimes = EffectTimes &
  Readonly<{
    /** How often the process looks for due rows. */
    tick: number;
    lease: number;
    renewLease: number;
    /** How long one preparation may take; longer for more bytes, up to `longestPreparation`. */
    preparation: number;
    longestPreparation: number;
    /** How long after its success the process searches for a second copy, when publishing took more than one attempt. */
    lookAgain: number;
    /** How long calls in flight may take when the process ends. */
    drain: number;
    /** How long before its due time a target is checked once. A target that is due sooner is checked soon after it was scheduled. */
    readinessAhead: number;
    readinessTick: number;
    /** How long until the next check when a platform could not be asked. */
    readinessAgain: number;
    /** How long one second of a platform's budget lasts. */
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
  drain: 25 * second,
  readinessAhead: 15 * minute,
  readinessTick: 5 * second,
  readinessAgain: 2 * minute,
  budgetSecond: second,
};

/** The slowest upload of a home connection, in bytes a second. */
const SLOWEST_UPLOAD = 125_000;
/** The bytes that such a line carries while a call without a file may last. */
const CARRIED_IN_TIME = SLOWEST_UPLOAD * (EFFECT_TIMES.callWithin / second);

/**
 * How long the final call may take for a post with `bytes` bytes of media, in milliseconds. `callBytes`: how many of them it carries at most. The
 * result is in proportion to `times`, so that shorter times stay short.
 */
export const callWithin = (bytes: number, callBytes: number, times: PublishingTimes): number =>
  Math.ceil(times.callWithin * (1 + Math.min(bytes, callBytes) / CARRIED_IN_TIME));

/** How long a preparation with `bytes` bytes of media may take, in milliseconds. The next preparation continues what is left. */
export const preparationWithin = (bytes: number, times: PublishingTimes): number =>
  Math.min(times.longestPreparation, times.preparation + (bytes / SLOWEST_UPLOAD) * second);
