import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';

/** Returns the accounts whose text contains the suffix of the free plan. The server recorded them when publishing began, and the plan may
 * have changed since. Null: publishing has not begun.
 */
export function suffixOn(events: readonly HistoryEntry[]): readonly number[] | null {
  const started = events.find(({ type }) => type === 'PostPublishingStarted');
  if (!started) return null;
  const accounts = started.data['suffixOn'];
  return Array.isArray(accounts) ? accounts.map(Number) : [];
}
