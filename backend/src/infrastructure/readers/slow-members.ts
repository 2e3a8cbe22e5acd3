/** Milliseconds; what is faster is never slow. */
const LEAST_MILLISECONDS = 500;
const TIMES = 4;

/**
 * From which time on a part of a transaction keeps the others waiting. A busy machine slows all parts down, so a slow one also takes
 * several times as long as those that are faster than most.
 * @param took milliseconds of each part, in any order
 * @returns milliseconds; a part that took longer is slow
 */
export function slowerThan(took: readonly number[]): number {
  const fastFirst = took.toSorted((one, other) => one - other);
  const fast = fastFirst[Math.floor((fastFirst.length - 1) / 4)] ?? 0;
  return Math.max(LEAST_MILLISECONDS, TIMES * fast);
}
