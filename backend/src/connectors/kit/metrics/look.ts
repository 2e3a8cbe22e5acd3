import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Look, MetricValue, MissingMetric } from '../../contract/metrics.ts';

/** How one of our figures follows from an answer. */
type Counter = Readonly<{
  /** The platform's own name; names of several that are added up stand with ` + ` between them. */
  source: string;
  /** What it means when the answer leaves it out; 0 only where the platform documents that. By default the answer was not usable. */
  absent?: MissingReason | 0;
}> &
  // Apart, so that a list in an answer is never taken for a sum.
  (
    | Readonly<{
        /** As the answer has it: a number, or digits as a text. */
        counted: JsonValue | undefined;
      }>
    | Readonly<{
        /** Several that are added up. */
        added: readonly (JsonValue | undefined)[];
      }>
  );

const DIGITS = /^\d{1,16}$/u;

/** What an answer says of a post, each figure with its source or with the reason why it is missing. Nothing is guessed. */
export function lookOf(counters: Readonly<Partial<Record<Metric, Counter>>>): Look {
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

/** Of figures that an account's platform or permission does not give. */
export const lookWithout = (metrics: readonly Metric[], reason: MissingReason): Look => ({
  values: [],
  missing: metrics.map((metric) => ({ metric, reason })),
});

/** One post, asked in several calls. */
export const joined = (looks: readonly Look[]): Look => ({
  values: looks.flatMap(({ values }) => values),
  missing: looks.flatMap(({ missing }) => missing),
});

function amountIn(part: JsonValue | undefined, absent: MissingReason | 0): number | MissingReason {
  if (part === undefined || part === null) return absent;
  const amount = typeof part === 'string' && DIGITS.test(part) ? Number(part) : part;
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 0 ? amount : 'failed';
}

/** One part that is missing leaves the sum missing. */
function sumOf(one: number | MissingReason, other: number | MissingReason): number | MissingReason {
  if (typeof one !== 'number') return one;
  if (typeof other !== 'number') return other;
  return Number.isSafeInteger(one + other) ? one + other : 'failed';
}

const entriesOf = (counters: Readonly<Partial<Record<Metric, Counter>>>) =>
  Object.entries(counters) as (readonly [Metric, Counter])[];
