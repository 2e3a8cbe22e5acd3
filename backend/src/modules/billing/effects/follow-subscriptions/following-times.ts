import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** All waiting times of checks without an outside trigger, in milliseconds. */
export type FollowingTimes = Readonly<{
  /** How often the worker searches for due subscriptions. */
  tick: number;
  /** How often the worker checks whether a night has begun. */
  nightTick: number;
  /** The lease lasts longer than all tries of one check. */
  lease: number;
  renewLease: number;
  /** The wait after a check that could not reach Stripe. */
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

/** Test runs shorten these times, so that a night lasts seconds. */
export const followingTimes = (env: NodeJS.ProcessEnv): FollowingTimes =>
  shortenedTimes(FOLLOWING_TIMES, 'POSTHORN_FOLLOWING_TIMES', env);
