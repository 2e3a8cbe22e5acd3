import { setTimeout as pause } from 'node:timers/promises';
import { ConcurrencyError } from '@posthorn/event-sourcing/event-store';
import { wasDisturbed } from '#infrastructure/database/database-down.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';

const LONGEST_WAIT_MS = 2000;

/**
 * Stores an outcome, which must not be lost, as soon as the log and the database respond. Each try decides again,
 * so it recognizes an append whose response was lost, and does not repeat it.
 * @param stopNow ends the retries: the next transient failure is thrown. Any other failure is thrown immediately.
 */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  stopNow: AbortSignal,
): Promise<Result> {
  for (let wait = 100; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    try {
      return await work();
    } catch (error) {
      const isTemporary = isTransient(error) || wasDisturbed(error) || error instanceof ConcurrencyError;
      if (!isTemporary || stopNow.aborted) throw error;
      await pause(wait);
    }
  }
}
