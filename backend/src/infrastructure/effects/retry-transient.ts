import { setTimeout as pause } from 'node:timers/promises';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';

const LONGEST_WAIT_MS = 2000;

/**
 * An outcome is too dear to be dropped: it is stored as soon as log and database are back, and a stream that others write
 * to lets us in. Each try decides anew, so an append whose answer was lost is seen and not made twice.
 * @param stopNow ends the trying, and only then a transient failure is thrown; any other failure is thrown at once
 */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  stopNow: AbortSignal,
): Promise<Result> {
  for (let wait = 100; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    try {
      return await work();
    } catch (error) {
      const passes = isTransient(error) || error instanceof ConcurrencyError;
      if (!passes || stopNow.aborted) throw error;
      await pause(wait);
    }
  }
}
