import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';

/** Every wait of publishing, in milliseconds. Specs and chaos runs use shorter ones of the same proportions. */
export type PublishingTimes = EffectTimes &
  Readonly<{
    /** How often due rows are looked for. */
    tick: number;
    lease: number;
    renewLease: number;
    /** How long one preparation may take: this, and longer the more there is to send, up to `longestPreparation`. */
    preparation: number;
    longestPreparation: number;
    /** After its success a publication that took more than one attempt is looked for once more. */
    lookAgain: number;
    /** At the end of the process: how long calls in flight may take. */
    drain: number;
    /** So long before it is due a target is checked once; one that is due sooner, soon after it was scheduled. */
    readinessAhead: number;
    readinessTick: number;
    /** After a check of which a platform could not be asked. */
    readinessAgain: number;
    /** How long a second of a platform's budget is. */
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

/** A home's uplink at its worst, in bytes a second. */
const SLOWEST_UPLOAD = 125_000;
/** So many bytes such a line carries while a call without a file may last. */
const CARRIED_IN_TIME = SLOWEST_UPLOAD * (EFFECT_TIMES.callWithin / second);

/**
 * What the final call for so many bytes of media may take, in milliseconds. `callBytes`: how many of them it carries at most.
 * In proportion, so that shorter times stay short.
 */
export const callWithin = (bytes: number, callBytes: number, times: PublishingTimes): number =>
  Math.ceil(times.callWithin * (1 + Math.min(bytes, callBytes) / CARRIED_IN_TIME));

/** What a preparation with so many bytes of media may take, in milliseconds. What is not done by then is continued by the next. */
export const preparationWithin = (bytes: number, times: PublishingTimes): number =>
  Math.min(times.longestPreparation, times.preparation + (bytes / SLOWEST_UPLOAD) * second);
