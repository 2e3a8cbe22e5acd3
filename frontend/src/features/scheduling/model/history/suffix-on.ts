import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';

/**
 * The accounts whose text was frozen with the suffix of the free plan, as it was recorded when publishing began; the plan may be
 * another one since. Null: it has not begun.
 */
export function suffixOn(events: readonly HistoryEntry[]): readonly number[] | null {
  const started = events.find(({ type }) => type === 'PostPublishingStarted');
  if (!started) return null;
  const accounts = started.data['suffixOn'];
  return Array.isArray(accounts) ? accounts.map(Number) : [];
}
