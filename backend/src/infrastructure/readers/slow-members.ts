/** Milliseconds. A part that takes less is never slow. */
const LEAST_MILLISECONDS = 500;
const SLOW_FACTOR = 4;

/**
 * Returns the time above which a part of a transaction counts as slow. A busy machine slows all parts down, so a slow part must also take
 * several times as long as those that are faster than most.
 * @param took milliseconds of each part, in any order
 * @returns milliseconds; a part that took longer is slow
 */
export function slowThresholdOf(took: readonly number[]): number {
  const fastFirst = took.toSorted((one, other) => one - other);
  const fast = fastFirst[Math.floor((fastFirst.length - 1) / 4)] ?? 0;
  return Math.max(LEAST_MILLISECONDS, SLOW_FACTOR * fast);
}
