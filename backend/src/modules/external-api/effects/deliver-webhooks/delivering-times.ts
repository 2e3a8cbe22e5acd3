import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';
import { TRY_AGAIN_AFTER } from '../../domain/webhook/delivery.ts';

/** Every wait of deliveries, in milliseconds. */
export type DeliveringTimes = Readonly<{
  tick: number;
  lease: number;
  renewLease: number;
  /** A delivery whose work broke off, and that nothing was recorded of. */
  firstRetry: number;
  drain: number;
  /** For a receiver to take it: connecting, answering and all. */
  answerWithin: number;
  tryAgainAfter: readonly number[];
}>;

const second = 1000;

const DELIVERING_TIMES: DeliveringTimes = {
  tick: second,
  lease: 60 * second,
  renewLease: 20 * second,
  firstRetry: 60 * second,
  drain: 16 * second,
  answerWithin: 15 * second,
  tryAgainAfter: TRY_AGAIN_AFTER,
};

/** Injection token of the product's `DeliveringTimes`. */
export const DELIVERING = Symbol('DeliveringTimes') as TokenOf<DeliveringTimes>;

/** Test runs shorten them together with those of publishing. */
export const deliveringTimes = (env: NodeJS.ProcessEnv): DeliveringTimes =>
  shortenedTimes(DELIVERING_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
