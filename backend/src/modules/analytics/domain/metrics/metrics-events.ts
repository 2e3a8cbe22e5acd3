import type { EndReason } from '@posthorn/contracts/analytics/analytics.http';
import type { Metric, MissingReason } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';

/** Of which publication. */
export type Of = Readonly<{ postId: number; accountId: number; ownerId: string }>;
/** `source`: the platform's own name. */
export type Value = Readonly<{ metric: Metric; value: number; source: string }>;
export type Missing = Readonly<{ metric: Metric; reason: MissingReason }>;
/** Who asked: the schedule, a person, or whoever reads comments. */
export type Via = 'schedule' | 'request' | 'inbox';

/**
 * What a platform answered about one publication. `step`: the age that it was asked at by plan, in minutes; null: between. Where terms
 * limit how long figures may be kept they stand in `termValues`, locked with the key `bucket`, and `values` is empty; `termMetrics` names
 * them in their order, for the time after.
 */
export type MetricsCaptured = Event<
  'MetricsCaptured',
  1,
  Of &
    Readonly<{
      platform: Platform;
      publishedAt: string;
      capturedAt: string;
      ageMinutes: number;
      step: number | null;
      via: Via;
      values: readonly Value[];
      bucket: string | null;
      termMetrics: readonly Metric[];
      termValues: readonly Value[] | null;
      missing: readonly Missing[];
    }>
>;
type MetricsEnded = Event<'MetricsEnded', 1, Of & Readonly<{ reason: EndReason; at: string }>>;
type MetricsResumed = Event<'MetricsResumed', 1, Of & Readonly<{ at: string }>>;

export type MetricsEvent = MetricsCaptured | MetricsEnded | MetricsResumed;

const of = { ownerId: plain } as const;

export const metricsShapes: EventShapes<MetricsEvent> = {
  MetricsCaptured: {
    schema: 1,
    fields: {
      ...of,
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
  MetricsEnded: { schema: 1, fields: { ...of, reason: plain, at: plain } },
  MetricsResumed: { schema: 1, fields: { ...of, at: plain } },
};

export const metricsEvent = eventsOf<MetricsEvent>(metricsShapes);
