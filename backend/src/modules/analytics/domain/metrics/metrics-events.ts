import type { EndReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';

/** Identifies the publication. */
export type MeasuredPublicationKey = Readonly<{ postId: number; accountId: number; ownerId: string }>;
/** `source`: the platform's own name for the metric. */
export type StoredMetricValue = Readonly<{ metric: Metric; value: number; source: string }>;
export type StoredMissingMetric = Readonly<{ metric: Metric; reason: MissingReason }>;
/** The cause of the poll: the schedule, a user's request, or the comment inbox. */
export type PollTrigger = 'schedule' | 'request' | 'inbox';

/**
 * The figures of one publication, as the platform reported them. `step`: the planned age in minutes; null: an unplanned poll.
 *
 * The terms of some platforms limit how long figures may be kept. For these, `values` is empty, and `termValues` contains the figures, encrypted.
 * `bucket` is the id of the key, which the product destroys at the end of the term. `termMetrics` contains the names of the metrics of `termValues` in the same order.
 */
export type MetricsCaptured = Event<
  'MetricsCaptured',
  1,
  MeasuredPublicationKey &
    Readonly<{
      platform: Platform;
      publishedAt: string;
      capturedAt: string;
      ageMinutes: number;
      step: number | null;
      via: PollTrigger;
      values: readonly StoredMetricValue[];
      bucket: string | null;
      termMetrics: readonly Metric[];
      termValues: readonly StoredMetricValue[] | null;
      missing: readonly StoredMissingMetric[];
    }>
>;
type MetricsEnded = Event<
  'MetricsEnded',
  1,
  MeasuredPublicationKey & Readonly<{ reason: EndReason; at: string }>
>;
type MetricsResumed = Event<'MetricsResumed', 1, MeasuredPublicationKey & Readonly<{ at: string }>>;

export type MetricsEvent = MetricsCaptured | MetricsEnded | MetricsResumed;

const ownerFields = { ownerId: plain } as const;

export const metricsShapes: EventShapes<MetricsEvent> = {
  MetricsCaptured: {
    schema: 1,
    fields: {
      ...ownerFields,
      platform: plain,
      publishedAt: plain,
      capturedAt: plain,
      via: plain,
      bucket: plain,
      values: plain,
      missing: plain,
      termMetrics: plain,
      termValues: personal(({ bucket }) => bucket ?? ''),
    },
  },
  MetricsEnded: { schema: 1, fields: { ...ownerFields, reason: plain, at: plain } },
  MetricsResumed: { schema: 1, fields: { ...ownerFields, at: plain } },
};

export const metricsEvent = eventsOf<MetricsEvent>(metricsShapes);
