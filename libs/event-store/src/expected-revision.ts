import { NotStorableError, type Expected } from '@posthorn/event-sourcing/event-store';

/** The last revision that the stream must have; -1: the stream must not exist. */
export function expectedRevision(expected: Expected): bigint {
  if (expected === 'noStream') return -1n;
  if (expected < 0n) throw new NotStorableError(`No stream can be at revision ${String(expected)}`);
  return expected;
}
