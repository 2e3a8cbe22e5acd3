import type { EngagementView, SumsView, SumView } from '@posthorn/contracts/analytics/analytics.http';
import { summedMetrics, type Metric } from '@posthorn/contracts/shared/metrics';

/** A group of publications: for each figure its sum, and how many publications have it. */
export type Group = Readonly<{
  publications: number;
  measured: number;
  sums: Readonly<Record<Metric, number | null>>;
  counts: Readonly<Record<Metric, number>>;
  /** Sums over those publications that have likes, comments, shares and impressions, and their number. */
  engaged: Readonly<{ engagements: number; impressions: number; of: number }>;
}>;

/** Leaves out figures that no publication has, because an unknown figure is not 0. */
export function sumsOf(groups: readonly Group[]): SumsView {
  const total = groups.reduce((all, { publications }) => all + publications, 0);
  const entries = summedMetrics.flatMap((metric): [Metric, SumView][] => {
    const posts = groups.reduce((all, { counts }) => all + counts[metric], 0);
    const sum = groups.reduce((all, { sums }) => all + (sums[metric] ?? 0), 0);
    return posts === 0 ? [] : [[metric, { sum, of: posts, total }]];
  });
  return Object.fromEntries(entries);
}

/** Null when there are no impressions. */
export function engagementOf(groups: readonly Group[]): EngagementView | null {
  const total = (of: (group: Group) => number) => groups.reduce((sum, group) => sum + of(group), 0);
  const impressions = total(({ engaged }) => engaged.impressions);
  if (impressions === 0) return null;
  return {
    rate: total(({ engaged }) => engaged.engagements) / impressions,
    of: total(({ engaged }) => engaged.of),
    total: publicationsIn(groups),
  };
}

export const publicationsIn = (groups: readonly Group[]): number =>
  groups.reduce((all, { publications }) => all + publications, 0);
