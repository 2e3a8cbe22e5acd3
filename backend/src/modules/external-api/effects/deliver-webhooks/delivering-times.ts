import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';
import { TRY_AGAIN_AFTER } from '../../domain/webhook/delivery.ts';

/** All delays and time limits of deliveries, in milliseconds. */
export type DeliveringTimes = Readonly<{
  tick: number;
  lease: number;
  renewLease: number;
  /** The delay after a delivery that was interrupted before its outcome was recorded. */
  firstRetry: number;
  drain: number;
  /** The time limit for one try, from connecting to the end of the response. */
  answerWithin: number;
  /** A try that takes longer makes its endpoint a slow one. */
  slowAfter: number;
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
  slowAfter: 5 * second,
  tryAgainAfter: TRY_AGAIN_AFTER,
};

/** Injection token of the product's `DeliveringTimes`. */
export const DELIVERING = Symbol('DeliveringTimes') as TokenOf<DeliveringTimes>;

/** Returns the times of deliveries. Test runs shorten them together with those of publishing. */
export const deliveringTimes = (env: NodeJS.ProcessEnv): DeliveringTimes =>
  shortenedTimes(DELIVERING_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
