import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { MISSING_TEXT } from '@posthorn/contracts/analytics/missing-text';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { Metric } from '@posthorn/contracts/shared/metrics';

/** `sum`: null if no account has the metric. `of`: the number of accounts with the metric. `why`: the reasons of the other accounts. */
export type Sum = Readonly<{
  metric: Metric;
  sum: number | null;
  of: number;
  total: number;
  why: readonly string[];
}>;

const FIRST_THREE = ['likes', 'comments', 'shares'] as const satisfies readonly Metric[];

/** Returns the four metrics of a card. The fourth is impressions, or views if the platforms count only views. */
export function cardSums(targets: readonly PostMetricsView[]): readonly Sum[] {
  const summed = targets.filter(({ apart }) => !apart);
  return [...FIRST_THREE, fourthMetric(summed)].map((metric) => sumOf(metric, summed));
}

const fourthMetric = (targets: readonly PostMetricsView[]): Metric =>
  targets.every(({ impressions }) => impressions === null) && targets.some(({ views }) => views !== null)
    ? 'views'
    : 'impressions';

function sumOf(metric: Metric, targets: readonly PostMetricsView[]): Sum {
  const values = targets.flatMap(({ [metric]: value }) => value ?? []);
  const why = targets.flatMap(({ [metric]: value, missing, platform }) => {
    const reason = missing[metric];
    return value === null && reason ? MISSING_TEXT[reason](PLATFORM_NAMES[platform]) : [];
  });
  return {
    metric,
    sum: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
    of: values.length,
    total: targets.length,
    why: [...new Set(why)],
  };
}

/**
 * Returns the accounts whose metrics are shown below the sums: accounts that must not be summed, and views
 * if the sums show impressions.
 */
export function besideSums(targets: readonly PostMetricsView[]): readonly PostMetricsView[] {
  const showsViews = fourthMetric(targets.filter(({ apart }) => !apart)) === 'views';
  return targets.filter(
    ({ apart, views, impressions }) => apart || (!showsViews && views !== null && impressions === null),
  );
}
