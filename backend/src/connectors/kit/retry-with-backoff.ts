import { setTimeout as wait } from 'node:timers/promises';

/** Waits. An argument, so that specs do not really wait. */
export type Pause = (milliseconds: number) => Promise<unknown>;
export const realPause: Pause = (milliseconds) => wait(milliseconds);

const ATTEMPTS = 3;
const FIRST_WAIT_MS = 1_000;

/**
 * Retries a step that is safe to repeat, after temporary failures. Makes only a few quick attempts: a waiting worker holds a
 * lease, and the whole attempt is retried later.
 */
export async function retryWithBackoff<Result>(
  step: () => Promise<Result>,
  isTemporary: (error: unknown) => boolean,
  pause: Pause,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!isTemporary(error) || attempt === ATTEMPTS) throw error;
    }
    // Full jitter: workers that failed at the same time must not retry at the same time.
    await pause(Math.random() * FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
}
