import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** In milliseconds: how long notices of a kind are gathered for one mail, and how long notices are kept. */
export type NoticeTimes = Readonly<{
  gatherFailures: number;
  gatherAccounts: number;
  gatherComments: number;
  /** From the end of gathering on, so that whoever is noting something just then has noted it. */
  grace: number;
  kept: number;
}>;

const minute = 60_000;
const hour = 60 * minute;

const NOTICE_TIMES: NoticeTimes = {
  // The accounts of one post fail together, and so do all accounts of a platform that is down.
  gatherFailures: 5 * minute,
  gatherAccounts: 5 * minute,
  gatherComments: hour,
  grace: minute / 2,
  kept: 90 * 24 * hour,
};

/** Injection token of the product's `NoticeTimes`. */
export const NOTICING = Symbol('NoticeTimes');

/** Test runs shorten them together with those of publishing. */
export const noticeTimes = (env: NodeJS.ProcessEnv): NoticeTimes =>
  shortenedTimes(NOTICE_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);

/** When the gathering of a kind ends that goes on now: spans follow each other without a gap, so no two mails come closer. */
export function spanEnd(kind: NoticeKind, now: Date, times: NoticeTimes): Date {
  const length = {
    postFailed: times.gatherFailures,
    accountExpiring: times.gatherAccounts,
    newComment: times.gatherComments,
  }[kind];
  return new Date((Math.floor(now.getTime() / length) + 1) * length);
}
