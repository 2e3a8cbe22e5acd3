import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import type { StoredMissingMetric, StoredMetricValue } from '../../domain/metrics/metrics-events.ts';

/** A column for each figure; null without a value. */
export type MetricColumns = Readonly<Record<Metric, number | null>>;

export const NO_FIGURES: MetricColumns = Object.fromEntries(
  metrics.map((metric) => [metric, null]),
) as MetricColumns;

/** The column types of a table. */
export const FIGURES = Object.fromEntries(metrics.map((metric) => [metric, 'bigint'])) as Readonly<
  Record<Metric, 'bigint'>
>;
/** `likes bigint, comments bigint, …`, for a record in a statement or for a table. */
export const METRIC_COLUMNS = metrics.map((metric) => `${metric} bigint`).join(', ');
/** `likes, comments, …` */
export const METRIC_NAMES = metrics.join(', ');
/** `likes = null, …` */
export const WITHOUT_FIGURES = metrics.map((metric) => `${metric} = null`).join(', ');
/** SQL: the names of the figures that a row has, as an array. */
export const KNOWN_FIGURES = `array_remove(array[${metrics
  .map((metric) => `case when ${metric} is not null then '${metric}' end`)
  .join(', ')}], null)`;
/** SQL: selects all figures, each converted so that the driver returns a number for the `bigint`. */
export const METRIC_NUMBERS = (table: string): string =>
  metrics.map((metric) => `${table}.${metric}::float8 as ${metric}`).join(', ');

export const columnsOf = (values: readonly StoredMetricValue[]): MetricColumns => ({
  ...NO_FIGURES,
  ...Object.fromEntries(values.map(({ metric, value }) => [metric, value])),
});
export const sourcesOf = (values: readonly StoredMetricValue[]): Readonly<Partial<Record<Metric, string>>> =>
  Object.fromEntries(values.map(({ metric, source }) => [metric, source]));
export const reasonsOf = (
  missing: readonly StoredMissingMetric[],
): Readonly<Partial<Record<Metric, string>>> =>
  Object.fromEntries(missing.map(({ metric, reason }) => [metric, reason]));
