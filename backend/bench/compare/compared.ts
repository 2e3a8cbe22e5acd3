/** The smallest relevant difference, even when the runs vary little. */
const LEAST = 0.05;

type Verdict = 'slower' | 'faster' | 'no difference shown';

/** `before` and `after` are medians of the runs of each build. A ratio of 1.2 means a fifth more than before. */
export type Compared = Readonly<{
  before: number;
  after: number;
  ratio: number;
  /** The best run after divided by the worst run before. */
  lowest: number;
  /** The worst run after divided by the best run before. */
  highest: number;
  verdict: Verdict;
}>;

/**
 * Compares a figure for which less is better. The figure is slower only when each run after is worse than every run before, by at least
 * 5 %. With two runs of each build, pure chance gives this result for up to one figure of six. With three runs it is up to one of twenty.
 * @param before one value for each run
 */
export function compared(before: readonly number[], after: readonly number[]): Compared {
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
  if (lowest > 1 + LEAST) return 'slower';
  return highest < 1 / (1 + LEAST) ? 'faster' : 'no difference shown';
}

/** The ratio of two zeros is 1. */
const ratioOf = (after: number, before: number): number => (after === before ? 1 : after / before);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
