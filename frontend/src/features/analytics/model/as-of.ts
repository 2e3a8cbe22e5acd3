import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';

/** The time of the oldest answer, since which any of these may have changed. Null: there is no answer yet. */
export function asOf(targets: readonly PostMetricsView[]): string | null {
  const measured = targets.filter(({ capturedAt }) => capturedAt !== null);
  const running = measured.filter(({ ended }) => ended === null);
  const [oldest] = (running.length > 0 ? running : measured)
    .flatMap((target) => answeredAt(target) ?? [])
    .sort();
  return oldest ?? null;
}

/** An unchanged answer updates only `checkedAt`. */
const answeredAt = ({ capturedAt, checkedAt }: PostMetricsView): string | null => checkedAt ?? capturedAt;

/** The earliest next poll; null: none is planned. */
export function nextLook(targets: readonly PostMetricsView[]): string | null {
  const [first] = targets.flatMap(({ nextAt }) => nextAt ?? []).sort();
  return first ?? null;
}
