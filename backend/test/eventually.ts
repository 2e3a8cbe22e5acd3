import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `attempt` until it succeeds, because the product works in the background and has no call that waits for the result.
 * @throws the last error after `seconds`
 */
export async function eventually<Result>(attempt: () => Promise<Result>, seconds = 60): Promise<Result> {
  const began = Date.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const waited = Date.now() - began;
      if (waited > seconds * 1000) throw error;
      // Exponential back-off: each attempt takes processor time from the work in the background.
      await pause(Math.min(Math.max(50, waited / 10), 1_000));
    }
  }
}
