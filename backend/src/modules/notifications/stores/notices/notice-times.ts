import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** In milliseconds: how long notices of a kind are gathered for one mail, and how long notices are kept. */
export type NoticeTimes = Readonly<{
  gatherFailures: number;
  gatherAccounts: number;
  gatherComments: number;
  /** Added to the end of a span, so that a process that is just adding a notice can finish. */
  grace: number;
  kept: number;
}>;

const minute = 60_000;
const hour = 60 * minute;

const NOTICE_TIMES: NoticeTimes = {
  // All accounts of one post fail together, and so do all accounts of a platform that is down.
  gatherFailures: 5 * minute,
  gatherAccounts: 5 * minute,
  gatherComments: hour,
  grace: minute / 2,
  kept: 90 * 24 * hour,
};

/** Injection token of the product's `NoticeTimes`. */
export const NOTICING = Symbol('NoticeTimes');

/** Test runs shorten these times together with those of publishing. */
export const noticeTimes = (env: NodeJS.ProcessEnv): NoticeTimes =>
  shortenedTimes(NOTICE_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);

/** The end of the current span. Spans follow each other without a gap, so mails have at least that distance. */
export function spanEnd(kind: NoticeKind, now: Date, times: NoticeTimes): Date {
  const length = {
    postFailed: times.gatherFailures,
    accountExpiring: times.gatherAccounts,
    newComment: times.gatherComments,
  }[kind];
  return new Date((Math.floor(now.getTime() / length) + 1) * length);
}
