import { DAY_MINUTES, HOUR_MINUTES } from '@posthorn/contracts/shared/durations';

/** The planned age of a post at a poll, in minutes. The age identifies the step. */
export type PollStep = number;
export type Ladder = Readonly<{ ages: readonly PollStep[]; every?: number }>;

/** The usual steps: 23 polls in a year, most of them while the counters of a new post change fast. */
export const USUAL: Ladder = {
  ages: [
    ...[
      10,
      30,
      HOUR_MINUTES,
      2 * HOUR_MINUTES,
      4 * HOUR_MINUTES,
      8 * HOUR_MINUTES,
      12 * HOUR_MINUTES,
      DAY_MINUTES,
    ],
    ...[2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 180, 360].map((days) => days * DAY_MINUTES),
  ],
};

/** The ages, in minutes, at which posts are compared. A poll counts for a milestone if it is at most `within` minutes away. */
export const MILESTONES = [
  { step: HOUR_MINUTES, within: 15 },
  { step: DAY_MINUTES, within: 2 * HOUR_MINUTES },
  { step: 7 * DAY_MINUTES, within: 12 * HOUR_MINUTES },
  { step: 30 * DAY_MINUTES, within: 2 * DAY_MINUTES },
  { step: 90 * DAY_MINUTES, within: 5 * DAY_MINUTES },
  { step: 360 * DAY_MINUTES, within: 10 * DAY_MINUTES },
] as const;

export const isMilestone = (step: PollStep | null): boolean =>
  MILESTONES.some((milestone) => milestone.step === step);

/** The milestone that a poll at this age counts for; null: none. The windows do not overlap. */
export const milestoneAt = (age: number): PollStep | null =>
  MILESTONES.find(({ step, within }) => Math.abs(age - step) <= within)?.step ?? null;

/** The steps for posts whose owner sees no figures yet: the first four milestones. After an upgrade, the owner then sees a history. */
export const MILESTONES_ALONE: Ladder = {
  ages: [HOUR_MINUTES, DAY_MINUTES, 7 * DAY_MINUTES, 30 * DAY_MINUTES],
};

/** Spreads the polls of posts that were published at the same time, by up to 5 % of the age. `most`: the maximum delay in minutes. */
const SPREAD = { share: 0.05, most: 12 * HOUR_MINUTES } as const;

/** The age, in minutes, at which a step is due. @param share a number from 0 to 1, always the same for a publication, that spreads its polls */
export const dueAge = (step: PollStep, share: number): number =>
  step + Math.min(step * SPREAD.share, SPREAD.most) * share;

/** The steps in order. After the last of `ages` they repeat at the interval `every`, without end. */
function* stepsOf({ ages, every }: Ladder): Generator<PollStep> {
  yield* ages;
  if (every === undefined) return;
  for (let age = (ages.at(-1) ?? 0) + every; ; age += every) yield age;
}

/** The age in minutes after which a post has no step, unless its ladder repeats without end. */
const LAST_AGE = 370 * DAY_MINUTES;

/** The last step that is due at this age; earlier steps are skipped. Null before the first step and after the end. */
export function stepAt(ladder: Ladder, age: number, share: number): PollStep | null {
  if (age > LAST_AGE && ladder.every === undefined) return null;
  let last: PollStep | null = null;
  for (const step of stepsOf(ladder)) {
    if (dueAge(step, share) > age) break;
    last = step;
  }
  return last;
}

/** The age at which the next step is due; null after the last step. */
export function nextDueAge(ladder: Ladder, age: number, share: number): number | null {
  for (const step of stepsOf(ladder)) {
    const due = dueAge(step, share);
    if (due > age) return due;
  }
  return null;
}
