import type { SumsView, SumView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics, type Metric } from '@posthorn/contracts/shared/metrics';

/** A group of publications: for each figure its sum, and how many publications have it. */
export type Group = Readonly<{
  publications: number;
  measured: number;
  sums: Readonly<Record<Metric, number | null>>;
  counts: Readonly<Record<Metric, number>>;
}>;

/** Leaves out figures that no publication has: they are not 0. */
export function sumsOf(groups: readonly Group[]): SumsView {
  const total = groups.reduce((all, { publications }) => all + publications, 0);
  const entries = summedMetrics.flatMap((metric): [Metric, SumView][] => {
    const of = groups.reduce((all, { counts }) => all + counts[metric], 0);
    const sum = groups.reduce((all, { sums }) => all + (sums[metric] ?? 0), 0);
    return of === 0 ? [] : [[metric, { sum, of, total }]];
  });
  return Object.fromEntries(entries);
}

export const publicationsIn = (groups: readonly Group[]): number =>
  groups.reduce((all, { publications }) => all + publications, 0);
