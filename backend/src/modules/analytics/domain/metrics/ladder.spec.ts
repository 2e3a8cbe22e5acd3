import { DAY_MINUTES, HOUR_MINUTES } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  dueAge,
  isMilestone,
  milestoneAt,
  MILESTONES,
  MILESTONES_ALONE,
  nextDueAge,
  stepAt,
  USUAL,
  type Ladder,
} from './ladder.ts';

const YEAR = 365 * DAY_MINUTES;

const LADDERS: Readonly<Record<string, Ladder>> = {
  usual: USUAL,
  'of a user who sees no figures': MILESTONES_ALONE,
  'of X': { ages: [DAY_MINUTES, 7 * DAY_MINUTES, 30 * DAY_MINUTES] },
  'of a LinkedIn member': {
    ages: [
      HOUR_MINUTES,
      8 * HOUR_MINUTES,
      DAY_MINUTES,
      3 * DAY_MINUTES,
      7 * DAY_MINUTES,
      14 * DAY_MINUTES,
      30 * DAY_MINUTES,
      90 * DAY_MINUTES,
    ],
  },
  'of YouTube': { ages: USUAL.ages.filter((age) => age <= 30 * DAY_MINUTES), every: 26 * DAY_MINUTES },
  'of nothing': { ages: [] },
};
const EXPECTED: Readonly<Record<string, number>> = {
  usual: 23,
  'of a user who sees no figures': 4,
  'of X': 3,
  'of a LinkedIn member': 8,
  'of YouTube': 18 + 12,
  'of nothing': 0,
};
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** The polls of a year by a worker that runs every `every` minutes. */
function pollsOfYear(ladder: Ladder, of: number, every: number): readonly (readonly [number, number])[] {
  const polls: [number, number][] = [];
  for (let age = 0, next = nextDueAge(ladder, 0, of); age <= YEAR; age += every) {
    if (next === null || next > age) continue;
    const step = stepAt(ladder, age, of);
    if (step !== null) polls.push([step, age]);
    next = nextDueAge(ladder, age, of);
  }
  return polls;
}

it.each(Object.entries(LADDERS))(
  'reaches each step once in 365 days, in its order and when it is due (%s)',
  (name, ladder) => {
    fc.assert(
      fc.property(share, (of) => {
        const polls = pollsOfYear(ladder, of, 1);
        const steps = polls.map(([step]) => step);
        // The spread may move a step into the next year.
        expect(EXPECTED[name]).toBeGreaterThanOrEqual(steps.length);
        expect(EXPECTED[name] ?? 0).toBeLessThanOrEqual(steps.length + 1);
        expect(steps).toEqual([...new Set(steps)].sort((one, other) => one - other));
        expect(steps.slice(0, ladder.ages.length)).toEqual([...ladder.ages]);
        for (const [step, age] of polls) {
          expect(age).toBeGreaterThanOrEqual(dueAge(step, of));
          expect(age).toBeLessThan(dueAge(step, of) + 1);
          if (isMilestone(step)) expect(milestoneAt(age)).toBe(step);
        }
      }),
      { numRuns: 5 },
    );
  },
);
it('repeats the last interval without end on a platform with `every`', () => {
  const youtube = LADDERS['of YouTube'] ?? USUAL;
  expect(stepAt(youtube, 30 * DAY_MINUTES, 0)).toBe(30 * DAY_MINUTES);
  expect(nextDueAge(youtube, 30 * DAY_MINUTES, 0)).toBe(56 * DAY_MINUTES);
  expect(stepAt(youtube, 3_000 * DAY_MINUTES, 0)).toBe((30 + 26 * 114) * DAY_MINUTES);
  expect(nextDueAge(USUAL, 400 * DAY_MINUTES, 0)).toBeNull();
});
it('does not return a step for a post that is older than 370 days', () => {
  expect(stepAt(USUAL, 370 * DAY_MINUTES, 0)).toBe(360 * DAY_MINUTES);
  for (const ladder of [USUAL, MILESTONES_ALONE]) expect(stepAt(ladder, 371 * DAY_MINUTES, 0)).toBeNull();
});
it('delays a step by at most 5 % of the age and at most half a day, and never makes it early', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 * YEAR }), share, (step, of) => {
      const late = dueAge(step, of) - step;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(Math.min(step * 0.05, 12 * HOUR_MINUTES) + 1e-6);
    }),
  );
});
it('skips steps that were not polled before a later step was due', () => {
  expect(pollsOfYear(USUAL, 0.5, 3 * DAY_MINUTES).map(([step]) => step / DAY_MINUTES)).toEqual(
    expect.arrayContaining([2, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 360]),
  );
  const [first] = pollsOfYear(USUAL, 0, 5 * HOUR_MINUTES);
  expect(first).toEqual([4 * HOUR_MINUTES, 5 * HOUR_MINUTES]);
  expect(stepAt(USUAL, 9, 0)).toBeNull();
});
it('finds at most one milestone for an age, and only within its window', () => {
  for (const { step, within } of MILESTONES) {
    for (const age of [step - within, step, step + within]) expect(milestoneAt(age)).toBe(step);
    for (const age of [step - within - 1, step + within + 1]) expect(milestoneAt(age)).toBeNull();
  }
  expect(isMilestone(null)).toBe(false);
  expect(isMilestone(30)).toBe(false);
});
