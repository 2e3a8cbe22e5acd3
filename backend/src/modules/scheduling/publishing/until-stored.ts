import { setTimeout as pause } from 'node:timers/promises';
import {
  AmbiguousError,
  ConcurrencyError,
  LogSealedError,
  RetryableError,
} from '@posthorn/event-sourcing/event-store';
import { isDatabaseDown } from '#infrastructure/database/database-down.ts';

const LONGEST = 2000;

/** The event log is out of reach: nothing was stored, or nobody knows yet. It comes back. */
export const isLogTrouble = (error: unknown): boolean =>
  error instanceof RetryableError || error instanceof AmbiguousError || error instanceof LogSealedError;

/** The database holds the keys of what is personal and tells the time; a stream that others write to lets us in later. */
const passes = (error: unknown): boolean =>
  isLogTrouble(error) || isDatabaseDown(error) || error instanceof ConcurrencyError;

/**
 * An outcome is too dear to be dropped: it is stored as soon as the log is back. Each round decides anew, so an
 * append whose answer was lost is seen and not made twice. Ends early only when the process has to.
 */
export async function untilStored<Result>(store: () => Promise<Result>, over: AbortSignal): Promise<Result> {
  for (let wait = 100; ; wait = Math.min(LONGEST, wait * 2)) {
    try {
      return await store();
    } catch (error) {
      if (!passes(error) || over.aborted) throw error;
      await pause(wait);
    }
  }
}
