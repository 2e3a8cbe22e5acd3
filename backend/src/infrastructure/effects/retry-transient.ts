import { setTimeout as pause } from 'node:timers/promises';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';

const LONGEST_WAIT_MS = 2000;

/**
 * An outcome must not be lost. It is stored as soon as the log and the database respond and the stream accepts an append. Each try decides again,
 * so an append whose answer was lost is recognized and not repeated.
 * @param stopNow ends the retries, and only then a transient failure is thrown; any other failure is thrown at once
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
