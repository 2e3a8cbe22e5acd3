import { setTimeout as pause } from 'node:timers/promises';
import { AmbiguousError, LogSealedError, RetryableError } from '@posthorn/event-sourcing/event-store';

const LONGEST = 2000;

/** The event log is out of reach: nothing was stored, or nobody knows yet. It comes back. */
export const isLogTrouble = (error: unknown): boolean =>
  error instanceof RetryableError || error instanceof AmbiguousError || error instanceof LogSealedError;

/**
 * An outcome is too dear to be dropped: it is stored as soon as the log is back. Each round decides anew, so an
 * append whose answer was lost is seen and not made twice. Ends early only when the process has to.
 */
export async function untilStored<Result>(store: () => Promise<Result>, over: AbortSignal): Promise<Result> {
  for (let wait = 100; ; wait = Math.min(LONGEST, wait * 2)) {
    try {
      return await store();
    } catch (error) {
      if (!isLogTrouble(error) || over.aborted) throw error;
      await pause(wait);
    }
  }
}
