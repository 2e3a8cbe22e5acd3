import type { EndReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Stream } from '@posthorn/event-sourcing';
import { isMilestone, type PollStep } from './ladder.ts';
import {
  metricsEvent,
  metricsShapes,
  type MetricsCaptured,
  type MetricsEvent,
  type StoredMissingMetric,
  type MeasuredPublicationKey,
  type StoredMetricValue,
  type PollTrigger,
} from './metrics-events.ts';
import { bucketOf } from './terms.ts';

/** The state that decisions about a publication's figures need. */
export type PublicationMetrics = Readonly<{
  /** `bucket`: the subject whose key encrypts the values; null without encryption. */
  last: Readonly<{
    values: readonly StoredMetricValue[] | null;
    missing: readonly StoredMissingMetric[];
    capturedAt: string;
    bucket: string | null;
  }> | null;
  /** The steps that have a recorded poll. */
  steps: readonly PollStep[];
  ended: EndReason | null;
  /** The time at which polling ended. */
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

/** The values of an event. Null when their key is destroyed: the product then reads the encrypted list as an empty list. */
export function valuesIn({
  termValues,
  termMetrics,
  values,
}: Pick<MetricsCaptured['data'], 'values' | 'termValues' | 'termMetrics'>):
  | readonly StoredMetricValue[]
  | null {
  if (termValues === null) return values;
  return termValues.length === termMetrics.length ? termValues : null;
}

/** The stream id of one publication. */
export const metricsId = ({
  postId,
  accountId,
}: Pick<MeasuredPublicationKey, 'postId' | 'accountId'>): string => `${String(postId)}-${String(accountId)}`;

/** The result of one poll of a publication. */
export type MetricsAnswer = MeasuredPublicationKey &
  Readonly<{
    platform: Platform;
    publishedAt: string;
    /** The time of the database's clock just before the poll. */
    capturedAt: string;
    /** The step that was due; null: none. */
    step: PollStep | null;
    via: PollTrigger;
    values: readonly StoredMetricValue[];
    missing: readonly StoredMissingMetric[];
    /** The number of days for which the platform's terms allow figures to be kept; null: no limit. */
    keepDays: number | null;
  }>;

/**
 * Records a response that differs from the last recorded response. At a milestone, it also records an equal response.
 * Returns no event when the response is not later than the last one, or when polling has ended before its last step. Each step is recorded once. So two workers that
 * record the same poll append one event.
 */
export function capture(state: PublicationMetrics, answer: MetricsAnswer): MetricsCaptured[] {
  const { last, steps, ended } = state;
  if (ended !== null && ended !== 'complete') return [];
  if (last !== null && answer.capturedAt <= last.capturedAt) return [];
  const step = answer.step !== null && steps.includes(answer.step) ? null : answer.step;
  const [values, missing] = [sorted(answer.values), sorted(answer.missing)];
  const { keepDays } = answer;
  const bucket = keepDays === null ? null : bucketOf(answer.accountId, answer.capturedAt, keepDays);
  // An older key is destroyed earlier. A new event keeps these values for as long as the terms allow.
  const hasSameKey = last?.bucket === bucket;
  const isSame =
    last?.values != null && hasSameKey && isEqual(last.values, values) && isEqual(last.missing, missing);
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

/** Ends polling. When polling has ended already, only the reason `gone` ends it again. */
export const end = (
  { ended }: PublicationMetrics,
  of: MeasuredPublicationKey,
  reason: EndReason,
  at: string,
): MetricsEvent[] =>
  ended === null || (reason === 'gone' && ended !== 'gone')
    ? [metricsEvent('MetricsEnded', { ...ids(of), reason, at })]
    : [];

/** Resumes polling that ended before `at`. A poll that started before the end does not resume it. */
export const resume = (
  { ended, endedAt }: PublicationMetrics,
  of: MeasuredPublicationKey,
  at: string,
): MetricsEvent[] =>
  ended === null || (endedAt !== null && at <= endedAt)
    ? []
    : [metricsEvent('MetricsResumed', { ...ids(of), at })];

/** Whole minutes, never below 0. */
const ageOf = (publishedAt: string, at: string): number =>
  Math.max(0, Math.floor((Date.parse(at) - Date.parse(publishedAt)) / 60_000));

const ids = ({ postId, accountId, ownerId }: MeasuredPublicationKey): MeasuredPublicationKey => ({
  postId,
  accountId,
  ownerId,
});

/** Sorts, so that two equal responses compare as equal. */
const sorted = <Each extends Readonly<{ metric: string }>>(list: readonly Each[]): readonly Each[] =>
  [...list].sort((one, other) => (one.metric < other.metric ? -1 : 1));

const isEqual = (one: readonly object[], other: readonly object[]): boolean =>
  one.length === other.length &&
  one.every((each, index) => {
    const counterpart = other[index] as Readonly<Record<string, unknown>> | undefined;
    return Object.entries(each).every(([name, value]) => counterpart?.[name] === value);
  });
