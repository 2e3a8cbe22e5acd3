import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again until the answer is a good one; the product works in the background and offers no call that waits for it.
 * @throws the last disappointment after `seconds`
 */
export async function eventually<Result>(ask: () => Promise<Result>, seconds = 30): Promise<Result> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(50);
    }
  }
}
