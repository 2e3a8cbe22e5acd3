import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';
import { SECRET_LIFETIME } from '../../domain/subscription/observing.ts';

/** All waiting times of checkouts, in milliseconds. */
export type CheckoutTimes = EffectTimes &
  Readonly<{
    /** The interval between two checks for due rows. */
    tick: number;
    /** How long a worker holds a claimed row without a renewal. */
    lease: number;
    /** The interval between two renewals of a lease. */
    renewLease: number;
    /** How long a process that stops waits for running calls. */
    drain: number;
    /** The longest time until Stripe lists a subscription that it has created. */
    shownWithin: number;
    /** How long a request waits for the outcome of its checkout. */
    answerWithin: number;
  }>;

const second = 1000;

const CHECKOUT_TIMES: CheckoutTimes = {
  ...EFFECT_TIMES,
  // Short, because a person waits at the screen.
  firstRetry: 5 * second,
  giveUp: SECRET_LIFETIME,
  tick: 500,
  lease: 60 * second,
  renewLease: 15 * second,
  drain: 25 * second,
  shownWithin: 30 * second,
  answerWithin: 12 * second,
};

/** Injection token of the product's `CheckoutTimes`. */
export const TIMES = Symbol('CheckoutTimes') as TokenOf<CheckoutTimes>;

/** Test runs shorten these times together with those of publishing. */
export const checkoutTimes = (env: NodeJS.ProcessEnv): CheckoutTimes =>
  shortenedTimes(CHECKOUT_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
