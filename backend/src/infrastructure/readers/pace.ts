const LEAST_MILLISECONDS = 50;
export const MOST_MILLISECONDS = 100;

/**
 * How long a reader pauses after a write, in milliseconds, so that it handles the events of a busy log in batches. The first event
 * after a quiet time is written immediately.
 * @param took milliseconds of that write
 */
export const paceAfter = (took: number): number =>
  Math.min(MOST_MILLISECONDS, Math.max(LEAST_MILLISECONDS, took));
