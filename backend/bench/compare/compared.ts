/** Below it a difference is of no use to anybody, however steady the runs are. */
const LEAST = 0.05;

type Verdict = 'slower' | 'faster' | 'no difference shown';

/** Medians of the runs of each, and what lies between them: a ratio of 1.2 says that it takes a fifth more than before. */
export type Compared = Readonly<{
  before: number;
  after: number;
  ratio: number;
  /** The best run of now beside the worst of before. */
  lowest: number;
  /** The worst run of now beside the best of before. */
  highest: number;
  verdict: Verdict;
}>;

/**
 * Of a figure of which less is better. It is slower only when each of its runs is worse than every run of before, by 5 % at least:
 * with two runs of each, chance alone does that in fewer than one figure of six, with three in fewer than one of twenty.
 * @param before what was measured, run by run
 */
export function compared(before: readonly number[], after: readonly number[]): Compared {
  const lowest = ratioOf(Math.min(...after), Math.max(...before));
  const highest = ratioOf(Math.max(...after), Math.min(...before));
  return {
    ...{ before: median(before), after: median(after) },
    ...{ ratio: ratioOf(median(after), median(before)), lowest, highest },
    verdict: verdictOf(lowest, highest),
  };
}

function verdictOf(lowest: number, highest: number): Verdict {
  if (lowest > 1 + LEAST) return 'slower';
  return highest < 1 / (1 + LEAST) ? 'faster' : 'no difference shown';
}

/** Nothing beside nothing is the same. */
const ratioOf = (after: number, before: number): number => (after === before ? 1 : after / before);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
