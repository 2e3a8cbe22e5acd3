import {
  SCHEDULE_WARNINGS,
  type ScheduleWarning,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';

const MINUTE = 60_000;
const A_DAY = 24 * 60 * MINUTE;

/** A post that is to be scheduled. `perDay`: how many posts the platform accepts in a day; null: it has no such limit. */
export type PlannedPost = Readonly<{
  at: string;
  accounts: readonly Readonly<{ id: number; perDay: number | null }>[];
}>;

/** Another post on one of its accounts. `isSame`: it has the same text there. */
export type Neighbour = Readonly<{ accountId: number; at: string; isPosted: boolean; isSame: boolean }>;

/** The rules about the posts of one person. They warn and never forbid. */
export const scheduleWarningsOf = (
  { at, accounts }: PlannedPost,
  neighbours: readonly Neighbour[],
): readonly ScheduleWarning[] =>
  accounts.flatMap(({ id: accountId, perDay }) => {
    const there = neighbours
      .filter((other) => other.accountId === accountId)
      .map((other) => ({ ...other, distance: Date.parse(at) - Date.parse(other.at) }))
      .sort((one, other) => Math.abs(one.distance) - Math.abs(other.distance));
    const close = there.find(({ distance }) => Math.abs(distance) < SCHEDULE_WARNINGS.closeMinutes * MINUTE);
    const planned = there.find(
      ({ isSame, isPosted, distance }) =>
        isSame && !isPosted && Math.abs(distance) <= SCHEDULE_WARNINGS.plannedDays * A_DAY,
    );
    const posted = there.find(
      ({ isSame, isPosted, distance }) =>
        isSame && isPosted && distance <= SCHEDULE_WARNINGS.postedDays * A_DAY,
    );
    const isTooMany = perDay !== null && mostInADay(there.map(({ distance }) => distance)) > perDay;
    return [
      ...(close ? [{ code: 'close-in-time' as const, accountId, at: close.at }] : []),
      ...(planned ? [{ code: 'same-text-planned' as const, accountId, at: planned.at }] : []),
      ...(posted ? [{ code: 'same-text-posted' as const, accountId, at: posted.at }] : []),
      ...(isTooMany ? [{ code: 'too-many-a-day' as const, accountId, max: perDay }] : []),
    ];
  });

/**
 * The most posts in any 24 hours that contain the planned one, which is among them.
 * @param distances how long before the planned post the others go out, in milliseconds; negative: after it
 */
function mostInADay(distances: readonly number[]): number {
  const near = distances.filter((each) => Math.abs(each) < A_DAY);
  const starts = [0, ...near.filter((each) => each > 0)];
  return Math.max(
    ...starts.map((start) => 1 + near.filter((each) => each <= start && each > start - A_DAY).length),
  );
}
