import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot, MetricValue, MissingMetric } from '../../contract/metrics.ts';

/** How one of our figures follows from an answer. */
type Counter = Readonly<{
  /** The platform's own name of the metric. Names of several that are added up are joined by ` + `. */
  source: string;
  /** What it means when the answer leaves it out; 0 only where the platform documents that. By default the answer is unusable. */
  absent?: MissingReason | 0;
}> &
  // Two separate fields, so that a list in an answer is never read as a sum.
  (
    | Readonly<{
        /** The value in the answer: a number, or digits as a text. */
        counted: JsonValue | undefined;
      }>
    | Readonly<{
        /** Several values that are added up. */
        added: readonly (JsonValue | undefined)[];
      }>
  );

const DIGITS = /^\d{1,16}$/u;

/** The figures in an answer, each with its source or the reason why it is missing. Missing values are never estimated. */
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

/** The look where the platform or the account's permissions do not give these metrics. */
export const snapshotWithout = (metrics: readonly Metric[], reason: MissingReason): MetricsSnapshot => ({
  values: [],
  missing: metrics.map((metric) => ({ metric, reason })),
});

/** Joins the answers of several calls about one post. */
export const joinSnapshots = (snapshots: readonly MetricsSnapshot[]): MetricsSnapshot => ({
  values: snapshots.flatMap(({ values }) => values),
  missing: snapshots.flatMap(({ missing }) => missing),
});

function amountIn(part: JsonValue | undefined, absent: MissingReason | 0): number | MissingReason {
  if (part === undefined || part === null) return absent;
  const amount = typeof part === 'string' && DIGITS.test(part) ? Number(part) : part;
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 ? amount : 'failed';
}

/** When one part is missing, the sum is missing. */
function sumOf(one: number | MissingReason, other: number | MissingReason): number | MissingReason {
  if (typeof one !== 'number') return one;
  if (typeof other !== 'number') return other;
  return Number.isSafeInteger(one + other) ? one + other : 'failed';
}

const entriesOf = (counters: Readonly<Partial<Record<Metric, Counter>>>) =>
  Object.entries(counters) as (readonly [Metric, Counter])[];
