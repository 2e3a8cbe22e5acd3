/** Smaller differences do not count, even if all runs agree. */
const MIN_DIFFERENCE = 0.05;

type Verdict = 'slower' | 'faster' | 'no difference shown';

/** `before` and `after` are medians of the runs of each build. A ratio of 1.2 means a fifth more than before. */
export type Compared = Readonly<{
  before: number;
  after: number;
  ratio: number;
  /** The best value of `after`, divided by the worst value of `before`. */
  lowest: number;
  /** The worst value of `after`, divided by the best value of `before`. */
  highest: number;
  verdict: Verdict;
}>;

/**
 * Compares a figure for which less is better. The verdict is `slower` only if every value of `after` is more than 5 % above every value of
 * `before`. With two runs of each build, chance alone gives this verdict for up to one figure in six; with three runs, for up to one in
 * twenty.
 * @param before one value for each run
 */
export function comparisonOf(before: readonly number[], after: readonly number[]): Compared {
  const lowest = ratioOf(Math.min(...after), Math.max(...before));
  const highest = ratioOf(Math.max(...after), Math.min(...before));
  return {
    before: median(before),
    after: median(after),
    ratio: ratioOf(median(after), median(before)),
    lowest,
    highest,
    verdict: verdictOf(lowest, highest),
  };
}

function verdictOf(lowest: number, highest: number): Verdict {
  if (lowest > 1 + MIN_DIFFERENCE) return 'slower';
  return highest < 1 / (1 + MIN_DIFFERENCE) ? 'faster' : 'no difference shown';
}

/** The ratio of two zeros is 1. */
const ratioOf = (after: number, before: number): number => (after === before ? 1 : after / before);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
