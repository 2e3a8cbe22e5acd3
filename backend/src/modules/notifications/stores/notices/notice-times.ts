import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/**
 * All in milliseconds. The first three: the length of the span in which notices of a kind are collected for one mail. `kept`: how long
 * notices are stored.
 */
export type NoticeTimes = Readonly<{
  gatherFailures: number;
  gatherAccounts: number;
  gatherComments: number;
  /** Mails are sent this long after the end of a span, so that a process can finish adding a notice. */
  grace: number;
  kept: number;
}>;

const minute = 60_000;
const hour = 60 * minute;

const NOTICE_TIMES: NoticeTimes = {
  // All accounts of one post often fail within minutes, and so do all accounts of a platform that is down.
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

/**
 * The end of the current span. Spans follow each other without a gap, so there is at most one mail of a kind
 * per span.
 */
export function spanEnd(kind: NoticeKind, now: Date, times: NoticeTimes): Date {
  const length = {
    postFailed: times.gatherFailures,
    accountExpiring: times.gatherAccounts,
    newComment: times.gatherComments,
  }[kind];
  return new Date((Math.floor(now.getTime() / length) + 1) * length);
}
