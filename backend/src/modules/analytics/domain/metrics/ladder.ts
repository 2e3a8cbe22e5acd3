/** The planned age of a post at a poll, in minutes. The age identifies the step. */
export type PollStep = number;
export type Ladder = Readonly<{ ages: readonly PollStep[]; every?: number }>;

const HOUR = 60;
const DAY = 24 * HOUR;

/** More frequent while counters move: 23 polls in a year. */
export const USUAL: Ladder = {
  ages: [
    ...[10, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY],
    ...[2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 180, 360].map((days) => days * DAY),
  ],
};

/** The ages at which posts are compared, each with the distance at which a poll still counts for it. */
export const MILESTONES = [
  { step: HOUR, within: 15 },
  { step: DAY, within: 2 * HOUR },
  { step: 7 * DAY, within: 12 * HOUR },
  { step: 30 * DAY, within: 2 * DAY },
  { step: 90 * DAY, within: 5 * DAY },
  { step: 360 * DAY, within: 10 * DAY },
] as const;

export const isMilestone = (step: PollStep | null): boolean =>
  MILESTONES.some((milestone) => milestone.step === step);

/** The milestone that a poll at this age counts for; null: none. The windows do not overlap. */
export const milestoneAt = (age: number): PollStep | null =>
  MILESTONES.find(({ step, within }) => Math.abs(age - step) <= within)?.step ?? null;

/** The polls of posts whose owner may see no figures yet. They give the owner a real history after an upgrade. */
export const MILESTONES_ALONE: Ladder = { ages: [HOUR, DAY, 7 * DAY, 30 * DAY] };

/** Spreads the polls of posts that were published at the same time: by 5 % of the age, at most 12 hours. In minutes. */
const SPREAD = { share: 0.05, most: 12 * HOUR } as const;

/** The age, in minutes, at which a step is due. @param share of the stream, from 0 to 1 */
export const dueAge = (step: PollStep, share: number): number =>
  step + Math.min(step * SPREAD.share, SPREAD.most) * share;

/** The steps in order. After the last of `ages` they repeat at the interval `every`, without end. */
function* stepsOf({ ages, every }: Ladder): Generator<PollStep> {
  yield* ages;
  if (every === undefined) return;
  for (let age = (ages.at(-1) ?? 0) + every; ; age += every) yield age;
}

/** Older posts have no step, unless their ladder repeats without end. In minutes. */
const OVER = 370 * DAY;

/** The last step that is due at this age; earlier ones are skipped. Null before the first step and after the end. */
export function stepAt(ladder: Ladder, age: number, share: number): PollStep | null {
  if (age > OVER && ladder.every === undefined) return null;
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
