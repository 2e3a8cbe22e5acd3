/** Ages of a post in minutes. A step is named by its age. */
export type LookStep = number;
export type Ladder = Readonly<{ ages: readonly LookStep[]; every?: number }>;

const HOUR = 60;
const DAY = 24 * HOUR;

/** Denser while counters move: 23 looks in a year. */
export const USUAL: Ladder = {
  ages: [
    ...[10, 30, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY],
    ...[2, 3, 4, 5, 6, 7, 10, 14, 21, 30, 45, 60, 90, 180, 360].map((days) => days * DAY),
  ],
};

/** Ages at which posts are compared, each with how far from it a look may be and still count for it. */
export const MILESTONES = [
  { step: HOUR, within: 15 },
  { step: DAY, within: 2 * HOUR },
  { step: 7 * DAY, within: 12 * HOUR },
  { step: 30 * DAY, within: 2 * DAY },
  { step: 90 * DAY, within: 5 * DAY },
  { step: 360 * DAY, within: 10 * DAY },
] as const;

export const isMilestone = (step: LookStep | null): boolean =>
  MILESTONES.some((milestone) => milestone.step === step);

/** The milestone that a look at this age counts for; null: none. Their windows do not overlap. */
export const milestoneAt = (age: number): LookStep | null =>
  MILESTONES.find(({ step, within }) => Math.abs(age - step) <= within)?.step ?? null;

/** What is looked at of posts whose owner sees no figures: so that these show a real past once they may. */
export const MILESTONES_ALONE: Ladder = { ages: [HOUR, DAY, 7 * DAY, 30 * DAY] };

/** So late that what was published at one moment is not read in one moment: 5 % of the age, 12 hours at most. */
const SPREAD = { share: 0.05, most: 12 * HOUR } as const;

/** The age, in minutes, at which a step is due. @param share of the stream, from 0 to 1 */
export const dueAge = (step: LookStep, share: number): number =>
  step + Math.min(step * SPREAD.share, SPREAD.most) * share;

/** Steps in their order; after the last of `ages` every so often, for ever. */
function* stepsOf({ ages, every }: Ladder): Generator<LookStep> {
  yield* ages;
  if (every === undefined) return;
  for (let age = (ages.at(-1) ?? 0) + every; ; age += every) yield age;
}

/** What is older has no step any more, unless it has to be looked at for ever. */
const OVER = 370 * DAY;

/** The last step that is due at this age; null: none is yet, or any more. What lies before it is skipped. */
export function stepAt(ladder: Ladder, age: number, share: number): LookStep | null {
  if (age > OVER && ladder.every === undefined) return null;
  let last: LookStep | null = null;
  for (const step of stepsOf(ladder)) {
    if (dueAge(step, share) > age) break;
    last = step;
  }
  return last;
}

/** The age at which the next step is due; null: there is none any more. */
export function nextDueAge(ladder: Ladder, age: number, share: number): number | null {
  for (const step of stepsOf(ladder)) {
    const due = dueAge(step, share);
    if (due > age) return due;
  }
  return null;
}
