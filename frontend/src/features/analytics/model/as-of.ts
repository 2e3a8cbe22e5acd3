import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';

/** Since when all of these may have changed: the moment of the oldest answer. Null: there was none yet. */
export function asOf(targets: readonly PostMetricsView[]): string | null {
  const measured = targets.filter(({ capturedAt }) => capturedAt !== null);
  const running = measured.filter(({ ended }) => ended === null);
  const [oldest] = (running.length > 0 ? running : measured)
    .flatMap((target) => answeredAt(target) ?? [])
    .sort();
  return oldest ?? null;
}

/** What has not changed is not recorded again. */
const answeredAt = ({ capturedAt, checkedAt }: PostMetricsView): string | null => checkedAt ?? capturedAt;

/** When the first of them is looked at next; null: none is. */
export function nextLook(targets: readonly PostMetricsView[]): string | null {
  const [first] = targets.flatMap(({ nextAt }) => nextAt ?? []).sort();
  return first ?? null;
}
