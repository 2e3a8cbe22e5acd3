import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** All waits of replies, automatic replies and moderation, in milliseconds. */
export type InboxTimes = EffectTimes &
  Readonly<{
    /** The interval of the search for due rows. */
    tick: number;
    /** How long a due row belongs to the worker that took it, and how often this worker extends the time. */
    lease: number;
    renewLease: number;
    /** How long one preparation may take. */
    preparation: number;
    /** How long running calls may take when the process ends. */
    drain: number;
    /** The shortest and the longest time from a comment until the model writes the automatic reply. */
    autoReplySoonest: number;
    autoReplyLatest: number;
    /** The wait after a failure of the model. */
    modelRetry: number;
  }>;

const second = 1000;

const INBOX_TIMES: InboxTimes = {
  ...EFFECT_TIMES,
  tick: 500,
  lease: 15 * second,
  renewLease: 5 * second,
  preparation: 60 * second,
  drain: 25 * second,
  autoReplySoonest: 30 * second,
  autoReplyLatest: 180 * second,
  modelRetry: 300 * second,
};

/** Injection token of the product's `InboxTimes`. */
export const TIMES = Symbol('InboxTimes') as TokenOf<InboxTimes>;

/** Test runs shorten these waits together with those of publishing. */
export const inboxTimes = (env: NodeJS.ProcessEnv): InboxTimes =>
  shortenedTimes(INBOX_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
