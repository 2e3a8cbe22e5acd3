import { EFFECT_TIMES, type EffectTimes } from '../effects/attempt/retry-waits.ts';
import type { TokenOf } from '../effects/needs.ts';
import { shortenedTimes } from '../effects/shortened-times.ts';

/** Every wait of mails, in milliseconds. */
export type MailTimes = EffectTimes &
  Readonly<{ tick: number; lease: number; renewLease: number; drain: number }>;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const MAIL_TIMES: MailTimes = {
  ...EFFECT_TIMES,
  // A mail server may be down for a weekend, and no mail is lost.
  tries: 24,
  maxEvents: 60,
  longestRetry: 6 * hour,
  giveUp: 72 * hour,
  tick: 5 * second,
  lease: minute,
  renewLease: 15 * second,
  drain: 25 * second,
};

/** Injection token of the product's `MailTimes`. */
export const MAILING = Symbol('MailTimes') as TokenOf<MailTimes>;

/** Returns the times of mails. Test runs shorten them together with those of publishing. */
export const mailTimes = (env: NodeJS.ProcessEnv): MailTimes =>
  shortenedTimes(MAIL_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
