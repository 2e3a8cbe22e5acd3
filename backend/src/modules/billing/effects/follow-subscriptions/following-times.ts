import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** Every wait of asking Stripe without a reason from outside, in milliseconds. */
export type FollowingTimes = Readonly<{
  /** How often subscriptions whose time has come are looked for. */
  tick: number;
  /** How often it is looked whether a night has begun. */
  nightTick: number;
  /** Longer than all tries of one look. */
  lease: number;
  renewLease: number;
  /** Stripe could not be asked. */
  firstRetry: number;
  drain: number;
}>;

const second = 1000;
const minute = 60 * second;

const FOLLOWING_TIMES: FollowingTimes = {
  tick: minute,
  nightTick: minute,
  lease: 2 * minute,
  renewLease: 30 * second,
  firstRetry: 15 * minute,
  drain: 25 * second,
};

/** Injection token of the product's `FollowingTimes`. */
export const FOLLOWING = Symbol('FollowingTimes') as TokenOf<FollowingTimes>;

/** Test runs shorten them: a night of theirs lasts seconds. */
export const followingTimes = (env: NodeJS.ProcessEnv): FollowingTimes =>
  shortenedTimes(FOLLOWING_TIMES, 'POSTHORN_FOLLOWING_TIMES', env);
