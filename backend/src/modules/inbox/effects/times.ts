import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** Every wait of replies, automatic ones too, and moderation, in milliseconds. */
export type InboxTimes = EffectTimes &
  Readonly<{
    /** How often due rows are looked for. */
    tick: number;
    lease: number;
    renewLease: number;
    /** How long one preparation may take. */
    preparation: number;
    /** At the end of the process: how long calls in flight may take. */
    drain: number;
    /** From a comment until its automatic reply is written. */
    autoReplySoonest: number;
    autoReplyLatest: number;
    /** A model that did not answer: when it is asked again. */
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

/** Test runs shorten them together with those of publishing. */
export const inboxTimes = (env: NodeJS.ProcessEnv): InboxTimes =>
  shortenedTimes(INBOX_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
