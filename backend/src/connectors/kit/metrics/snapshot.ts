import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MetricValue, MissingMetric } from '../../contract/metrics.ts';

/** How to compute one metric from a response. */
type Counter = Readonly<{
  /** The platform's own name of the metric. If several are added up, ` + ` joins their names. */
  source: string;
  /** The meaning of a missing value; 0 only if the platform documents this. Default: `failed`. */
  absent?: MissingReason | 0;
}> &
  // Two separate fields, so that a list in a response is never read as a sum.
  (
    | Readonly<{
        /** The value in the response: a number, or digits as a text. */
        counted: JsonValue | undefined;
      }>
    | Readonly<{
        /** Several values that are added up. */
        added: readonly (JsonValue | undefined)[];
      }>
  );

const DIGITS = /^\d{1,16}$/u;

/**
 * The metrics in a response, with values and sources, or with the reasons why they are missing. Posthorn never estimates a missing
 * value.
 */
export function snapshotOf(counters: Readonly<Partial<Record<Metric, Counter>>>): MetricsSnapshot {
  const values: MetricValue[] = [];
  const missing: MissingMetric[] = [];
  for (const [metric, counter] of entriesOf(counters)) {
    const { source, absent = 'failed' } = counter;
    const parts = 'added' in counter ? counter.added : [counter.counted];
    const value = parts.map((part) => amountIn(part, absent)).reduce(sumOf, 0);
    if (typeof value === 'number') values.push({ metric, value, source });
    else missing.push({ metric, reason: value });
  }
  return { values, missing };
}

/** A snapshot that reports all these metrics as missing, for the same reason. */
export const snapshotWithout = (metrics: readonly Metric[], reason: MissingReason): MetricsSnapshot => ({
  values: [],
  missing: metrics.map((metric) => ({ metric, reason })),
});

/** Joins the snapshots from several calls about one post. */
export const joinSnapshots = (snapshots: readonly MetricsSnapshot[]): MetricsSnapshot => ({
  values: snapshots.flatMap(({ values }) => values),
  missing: snapshots.flatMap(({ missing }) => missing),
});

function amountIn(part: JsonValue | undefined, absent: MissingReason | 0): number | MissingReason {
  if (part === undefined || part === null) return absent;
  const amount = typeof part === 'string' && DIGITS.test(part) ? Number(part) : part;
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 ? amount : 'failed';
}

/** If one value is missing, the sum is missing. */
function sumOf(one: number | MissingReason, other: number | MissingReason): number | MissingReason {
  if (typeof one !== 'number') return one;
  if (typeof other !== 'number') return other;
  return Number.isSafeInteger(one + other) ? one + other : 'failed';
}

const entriesOf = (counters: Readonly<Partial<Record<Metric, Counter>>>) =>
  Object.entries(counters) as (readonly [Metric, Counter])[];
