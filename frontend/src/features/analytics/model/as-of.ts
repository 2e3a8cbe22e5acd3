import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';

/** Returns the time of the oldest successful poll: the metrics are at least as new. Null: there was no successful poll yet. */
export function asOf(targets: readonly PostMetricsView[]): string | null {
  const measured = targets.filter(({ capturedAt }) => capturedAt !== null);
  const stillPolled = measured.filter(({ ended }) => ended === null);
  const [oldest] = (stillPolled.length > 0 ? stillPolled : measured)
    .flatMap((target) => polledAt(target) ?? [])
    .sort();
  return oldest ?? null;
}

/** A poll with unchanged metrics updates only `checkedAt`. A poll that does not find the post any more updates it too, but has no metrics. */
const polledAt = ({ capturedAt, checkedAt, ended }: PostMetricsView): string | null =>
  ended === 'gone' ? capturedAt : (checkedAt ?? capturedAt);

/** Returns the time of the next poll; null: no poll is planned. */
export function nextLook(targets: readonly PostMetricsView[]): string | null {
  const [first] = targets.flatMap(({ nextAt }) => nextAt ?? []).sort();
  return first ?? null;
}
