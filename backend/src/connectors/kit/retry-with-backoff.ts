import { setTimeout as wait } from 'node:timers/promises';

/** Waiting as an argument, so that specs do not wait. */
export type Pause = (milliseconds: number) => Promise<unknown>;
export const realPause: Pause = (milliseconds) => wait(milliseconds);

const TRIES = 3;
const FIRST_WAIT_MS = 1_000;

/**
 * Retries a step that is safe to repeat after passing failures. Only a short burst: the whole attempt is retried later, and a
 * waiting worker holds a lease.
 */
export async function retryWithBackoff<Result>(
  step: () => Promise<Result>,
  inPassing: (error: unknown) => boolean,
  pause: Pause,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!inPassing(error) || attempt === TRIES) throw error;
    }
    // Full jitter: workers that failed together must not retry together.
    await pause(Math.random() * FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}
