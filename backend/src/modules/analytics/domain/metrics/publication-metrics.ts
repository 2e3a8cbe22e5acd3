import type { EndReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Stream } from '@posthorn/event-sourcing';
import { isMilestone, type LookStep } from './ladder.ts';
import {
  metricsEvent,
  metricsShapes,
  type MetricsCaptured,
  type MetricsEvent,
  type Missing,
  type Of,
  type Value,
  type Via,
} from './metrics-events.ts';
import { bucketOf } from './terms.ts';

/** What decisions know of a publication's figures. */
export type PublicationMetrics = Readonly<{
  /** `bucket`: whose key locks its values; null: none does. */
  last: Readonly<{
    values: readonly Value[] | null;
    missing: readonly Missing[];
    capturedAt: string;
    bucket: string | null;
  }> | null;
  steps: readonly LookStep[];
  ended: EndReason | null;
  /** When that was. */
  endedAt: string | null;
}>;

export const metricsStream: Stream<PublicationMetrics, MetricsEvent> = {
  category: 'metrics',
  initial: { last: null, steps: [], ended: null, endedAt: null },
  evolve(state, { type, data }) {
    switch (type) {
      case 'MetricsCaptured': {
        const { missing, capturedAt, step, bucket } = data;
        return {
          ...state,
          last: { values: valuesIn(data), missing, capturedAt, bucket },
          steps: step === null ? state.steps : [...state.steps, step],
        };
      }
      case 'MetricsEnded':
        return { ...state, ended: data.reason, endedAt: data.at };
      case 'MetricsResumed':
        return { ...state, ended: null, endedAt: null };
    }
  },
  shapes: metricsShapes,
};

/** Null where they may not be kept any longer: their key is destroyed, and the list that it locked reads as an empty one. */
export function valuesIn({
  termValues,
  termMetrics,
  values,
}: Pick<MetricsCaptured['data'], 'values' | 'termValues' | 'termMetrics'>): readonly Value[] | null {
  if (termValues === null) return values;
  return termValues.length === termMetrics.length ? termValues : null;
}

/** The stream id of one publication. */
export const metricsId = ({ postId, accountId }: Pick<Of, 'postId' | 'accountId'>): string =>
  `${String(postId)}-${String(accountId)}`;

/** An answer of a platform, and what is known of its publication. */
export type MetricsAnswer = Of &
  Readonly<{
    platform: Platform;
    publishedAt: string;
    /** By the database's clock, just before the platform was asked. */
    capturedAt: string;
    /** What was due by plan; null: nothing. */
    step: LookStep | null;
    via: Via;
    values: readonly Value[];
    missing: readonly Missing[];
    /** Days for which its terms let figures be kept; null: no limit. */
    keepDays: number | null;
  }>;

/**
 * An answer is a fact where it says something else than the last one; at a milestone also where it says the same. One that is not
 * later than the last, or whose step is taken, adds nothing: two workers make one fact.
 */
export function capture(state: PublicationMetrics, answer: MetricsAnswer): MetricsCaptured[] {
  const { last, steps, ended } = state;
  if (ended !== null && ended !== 'complete') return [];
  if (last !== null && answer.capturedAt <= last.capturedAt) return [];
  const step = answer.step !== null && steps.includes(answer.step) ? null : answer.step;
  const [values, missing] = [sorted(answer.values), sorted(answer.missing)];
  const { keepDays } = answer;
  const bucket = keepDays === null ? null : bucketOf(answer.accountId, answer.capturedAt, keepDays);
  // What is locked with an older key goes earlier: it is recorded again, so that it may be kept as long as it was told.
  const isKept = last?.bucket === bucket;
  const isSame =
    last?.values != null && isKept && isEqual(last.values, values) && isEqual(last.missing, missing);
  if (isSame && !isMilestone(step)) return [];
  const { postId, accountId, ownerId, platform, publishedAt, capturedAt, via } = answer;
  return [
    metricsEvent('MetricsCaptured', {
      postId,
      accountId,
      ownerId,
      platform,
      publishedAt,
      capturedAt,
      ageMinutes: ageOf(publishedAt, capturedAt),
      step,
      via,
      values: keepDays === null ? values : [],
      bucket,
      termMetrics: keepDays === null ? [] : values.map(({ metric }) => metric),
      termValues: keepDays === null ? null : values,
      missing,
    }),
  ];
}

/** No look follows, as far as anybody knows. What is over for one reason is not over once more for another, but when it is gone. */
export const end = ({ ended }: PublicationMetrics, of: Of, reason: EndReason, at: string): MetricsEvent[] =>
  ended === null || (reason === 'gone' && ended !== 'gone')
    ? [metricsEvent('MetricsEnded', { ...ids(of), reason, at })]
    : [];

/** Looks follow again. A look that was on its way when they ended proves nothing of the time after. */
export const resume = ({ ended, endedAt }: PublicationMetrics, of: Of, at: string): MetricsEvent[] =>
  ended === null || (endedAt !== null && at <= endedAt)
    ? []
    : [metricsEvent('MetricsResumed', { ...ids(of), at })];

/** Whole minutes, never below 0. */
const ageOf = (publishedAt: string, at: string): number =>
  Math.max(0, Math.floor((Date.parse(at) - Date.parse(publishedAt)) / 60_000));

const ids = ({ postId, accountId, ownerId }: Of): Of => ({ postId, accountId, ownerId });

/** In one order, so that two answers that say the same are the same. */
const sorted = <Each extends Readonly<{ metric: string }>>(list: readonly Each[]): readonly Each[] =>
  [...list].sort((one, other) => (one.metric < other.metric ? -1 : 1));

const isEqual = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length &&
  one.every((each, index) => {
    const same = other[index] as Readonly<Record<string, unknown>> | undefined;
    return Object.entries(each).every(([name, value]) => same?.[name] === value);
  });
