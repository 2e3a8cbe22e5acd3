import {
  SCHEDULE_WARNINGS,
  type ScheduleWarning,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import type { StrangerMention } from './mentioned-strangers.ts';

const A_DAY = DAY_MS;

/**
 * A post that a user is about to schedule. `perDay`: how many posts the platform accepts in 24 hours; null:
 * it has no such limit. `stranger`: a mention of an account that the author may not mean.
 */
export type PlannedPost = Readonly<{
  at: string;
  accounts: readonly Readonly<{ id: number; perDay: number | null; stranger: StrangerMention | null }>[];
}>;

/** Another post on one of the accounts. `isSame`: both posts have the same text on this account. */
export type Neighbour = Readonly<{ accountId: number; at: string; isPosted: boolean; isSame: boolean }>;

/**
 * The warnings about a planned post among the other posts of the same user. A warning does not prevent
 * scheduling.
 */
export const scheduleWarningsOf = (
  { at, accounts }: PlannedPost,
  neighbours: readonly Neighbour[],
): readonly ScheduleWarning[] =>
  accounts.flatMap(({ id: accountId, perDay, stranger }) => {
    const onAccount = neighbours
      .filter((other) => other.accountId === accountId)
      .map((other) => ({ ...other, distance: Date.parse(at) - Date.parse(other.at) }))
      .sort((a, b) => Math.abs(a.distance) - Math.abs(b.distance));
    const close = onAccount.find(
      ({ distance }) => Math.abs(distance) < SCHEDULE_WARNINGS.closeMinutes * MINUTE_MS,
    );
    const planned = onAccount.find(
      ({ isSame, isPosted, distance }) =>
        isSame && !isPosted && Math.abs(distance) <= SCHEDULE_WARNINGS.plannedDays * A_DAY,
    );
    const posted = onAccount.find(
      ({ isSame, isPosted, distance }) =>
        isSame && isPosted && distance <= SCHEDULE_WARNINGS.postedDays * A_DAY,
    );
    const isTooMany = perDay !== null && mostInADay(onAccount.map(({ distance }) => distance)) > perDay;
    return [
      ...(close ? [{ code: 'close-in-time' as const, accountId, at: close.at }] : []),
      ...(planned ? [{ code: 'same-text-planned' as const, accountId, at: planned.at }] : []),
      ...(posted ? [{ code: 'same-text-posted' as const, accountId, at: posted.at }] : []),
      ...(isTooMany ? [{ code: 'too-many-a-day' as const, accountId, max: perDay }] : []),
      ...(stranger ? [{ code: 'mentions-stranger' as const, accountId, ...stranger }] : []),
    ];
  });

/**
 * The highest number of posts in any 24 hours that contain the planned post. Counts the planned post too.
 * @param distances how long before the planned post the other posts are published, in milliseconds; negative:
 * after it
 */
function mostInADay(distances: readonly number[]): number {
  const near = distances.filter((distance) => Math.abs(distance) < A_DAY);
  const starts = [0, ...near.filter((distance) => distance > 0)];
  return Math.max(
    ...starts.map(
      (start) => 1 + near.filter((distance) => distance <= start && distance > start - A_DAY).length,
    ),
  );
}
