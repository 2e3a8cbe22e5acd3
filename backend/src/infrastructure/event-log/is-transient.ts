import { AmbiguousError, LogSealedError, RetryableError } from '@posthorn/event-sourcing/event-store';
import { isDatabaseDown } from '#infrastructure/database/database-down.ts';

/** The event log or the database is temporarily unavailable: the write failed, or its outcome is unknown. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RetryableError ||
  error instanceof AmbiguousError ||
  error instanceof LogSealedError ||
  isDatabaseDown(error);
