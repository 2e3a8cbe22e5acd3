import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { MISSING_TEXT } from '@posthorn/contracts/analytics/missing-text';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { Metric } from '@posthorn/contracts/shared/metrics';

/** `sum` is null when no account has the metric. `why`: a sentence for each account without it. */
export type Sum = Readonly<{
  metric: Metric;
  sum: number | null;
  of: number;
  total: number;
  why: readonly string[];
}>;

const FIRST_THREE = ['likes', 'comments', 'shares'] as const satisfies readonly Metric[];

/** The four metrics of a card. When the platforms count only views, the fourth is their name for views. */
export function cardSums(targets: readonly PostMetricsView[]): readonly Sum[] {
  const summed = targets.filter(({ apart }) => !apart);
  return [...FIRST_THREE, displaysOf(summed)].map((metric) => sumOf(metric, summed));
}

const displaysOf = (targets: readonly PostMetricsView[]): Metric =>
  targets.every(({ impressions }) => impressions === null) && targets.some(({ views }) => views !== null)
    ? 'views'
    : 'impressions';

function sumOf(metric: Metric, targets: readonly PostMetricsView[]): Sum {
  const having = targets.flatMap(({ [metric]: value }) => value ?? []);
  const why = targets.flatMap(({ [metric]: value, missing, platform }) => {
    const reason = missing[metric];
    return value === null && reason ? MISSING_TEXT[reason](PLATFORM_NAMES[platform]) : [];
  });
  return {
    metric,
    sum: having.length === 0 ? null : having.reduce((sum, value) => sum + value, 0),
    of: having.length,
    total: targets.length,
    why: [...new Set(why)],
  };
}

/** The metrics beside the sums, by platform: accounts that must not be summed, and views when the card shows impressions of others. */
export function besideSums(targets: readonly PostMetricsView[]): readonly PostMetricsView[] {
  const showsViews = displaysOf(targets.filter(({ apart }) => !apart)) === 'views';
  return targets.filter(
    ({ apart, views, impressions }) => apart || (!showsViews && views !== null && impressions === null),
  );
}
