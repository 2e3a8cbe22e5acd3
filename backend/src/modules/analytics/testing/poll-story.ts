import type { Platform } from '@posthorn/contracts/shared/platform';
import { streamName, type Stream } from '@posthorn/event-sourcing';
import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import type { MetricsEvent, MeasuredPublicationKey } from '../domain/metrics/metrics-events.ts';
import {
  capture,
  metricsId,
  metricsStream,
  type MetricsAnswer,
  type PublicationMetrics,
} from '../domain/metrics/publication-metrics.ts';

/** The ages of a post, in minutes, at which the platform reports something new. */
const AGES = [
  ...[10, 30, 60, 120, 240, 480, 720],
  ...[1, 2, 3, 5, 7, 10, 14, 30].map((days) => days * DAY_MINUTES),
];
/** The number of polls of each publication. */
export const POLLS = AGES.length;
/** The metrics of a platform that reports many metrics. */
const REPORTED = ['likes', 'comments', 'shares', 'saves', 'impressions', 'reach', 'clicks'] as const;
/** Days for which figures may be kept. A platform that is not listed sets no limit here. */
const KEEP_DAYS: Partial<Readonly<Record<Platform, number>>> = { youtube: 30 };

type Measured = MeasuredPublicationKey & Readonly<{ platform: Platform; publishedAt: string }>;

/** The results of all polls of one publication in its first month, with rising values. */
export function pollStory(
  of: Measured,
): Readonly<{ stream: string; actor: string; events: readonly MetricsEvent[] }> {
  const events: MetricsEvent[] = [];
  let state = metricsStream.initial;
  for (const age of AGES) {
    const captured = capture(state, answerAt(of, age));
    state = captured.reduce(metricsStream.evolve, state);
    events.push(...captured);
  }
  return { stream: streamName(metricsStream, metricsId(of)), actor: of.ownerId, events };
}

/** Returns the events of one more poll at this age in minutes, and their stream. */
export function laterPoll(
  of: Measured,
  age: number,
): Readonly<{
  stream: Stream<PublicationMetrics, MetricsEvent>;
  id: string;
  capturedAt: string;
  decision: (state: PublicationMetrics) => MetricsEvent[];
}> {
  const answer = answerAt(of, age);
  return {
    stream: metricsStream,
    id: metricsId(of),
    capturedAt: answer.capturedAt,
    decision: (state) => capture(state, answer),
  };
}

const answerAt = (of: Measured, age: number): MetricsAnswer => ({
  ...of,
  capturedAt: new Date(Date.parse(of.publishedAt) + age * MINUTE_MS).toISOString(),
  step: age,
  via: 'schedule',
  missing: [],
  keepDays: KEEP_DAYS[of.platform] ?? null,
  values: REPORTED.map((metric, index) => ({
    metric,
    source: `${metric}_count`,
    value: (of.postId % 97) * (index + 1) + age,
  })),
});
