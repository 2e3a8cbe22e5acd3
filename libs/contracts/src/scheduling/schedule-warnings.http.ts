import type { Call } from '../shared/call.ts';

/** When a planned post gets a warning. */
export const SCHEDULE_WARNINGS = {
  /** Minutes between two posts on one account. */
  closeMinutes: 10,
  /** Days around a planned post with the same text. */
  plannedDays: 7,
  /** Days after the same text was published. */
  postedDays: 30,
} as const;

/**
 * What a person may want to know before the post is scheduled. A warning forbids nothing. `close-in-time`: another post is planned on the
 * account within 10 minutes. `same-text-planned`: another post with the same text is planned within 7 days. `same-text-posted`: the account has
 * published the text in the 30 days before. `at`: the time of the other post. `too-many-a-day`: the platform accepts only `max` posts a day.
 * `mentions-stranger`: for the platform, the name `written` of another network begins with the name of one of its own accounts, `mentioned`.
 */
export type ScheduleWarning = Readonly<
  | { code: 'close-in-time' | 'same-text-planned' | 'same-text-posted'; accountId: number; at: string }
  | { code: 'too-many-a-day'; accountId: number; max: number }
  | { code: 'mentions-stranger'; accountId: number; written: string; mentioned: string }
>;

/**
 * A post before it is scheduled. An account with its own text has it in `content`. Warnings leave out the post that is edited (`postId`). They
 * also leave out the post that the draft has already become: the response to an earlier request may be lost.
 */
export type ScheduleWarningsRequest = Readonly<{
  scheduledFor: string;
  /** May be empty, while nothing is written. */
  content: string;
  targets: readonly Readonly<{ accountId: number; content?: string }>[];
  postId?: number;
  draftId?: string;
}>;

/** At most one warning of each kind for an account. Nothing is stored. */
export const scheduleWarnings: Call<
  ScheduleWarningsRequest,
  Readonly<{ warnings: readonly ScheduleWarning[] }>
> = {
  method: 'POST',
  path: '/api/posts/schedule-warnings',
};
