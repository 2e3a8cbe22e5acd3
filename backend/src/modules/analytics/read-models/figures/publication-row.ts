import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import type { EndReason } from '@posthorn/contracts/analytics/analytics.http';
import { folding } from '@posthorn/event-sourcing';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { PostOnPlatformEvent } from '#modules/scheduling/ports/events.ts';
import type { MetricsCaptured, MetricsEvent } from '../../domain/metrics/metrics-events.ts';
import { valuesIn } from '../../domain/metrics/publication-metrics.ts';
import {
  columnsOf,
  FIGURES,
  NO_FIGURES,
  reasonsOf,
  sourcesOf,
  type MetricColumns,
} from './metric-columns.ts';

type PlatformPublished = Extract<PostOnPlatformEvent, { type: 'PlatformPublished' }>;
export type MeasuredPublicationEvent = PlatformPublished | MetricsEvent;

/** The higher value that a figure had, and when it was captured. */
type Fell = Readonly<Partial<Record<Metric, Readonly<{ was: number; at: string }>>>>;

export const PUBLICATION = rowTable('analytics_publication', ['post_id', 'account_id'], {
  post_id: 'bigint not null',
  account_id: 'bigint not null',
  owner_id: 'text not null',
  platform: 'text not null',
  published_at: 'timestamptz not null',
  captured_at: 'timestamptz',
  /** The subject whose key encrypts these figures in the log; null without encryption. */
  bucket: 'text',
  ...FIGURES,
  sources: column<Readonly<Partial<Record<Metric, string>>>>('jsonb not null'),
  missing: column<Readonly<Partial<Record<Metric, string>>>>('jsonb not null'),
  fell: column<Fell>('jsonb not null'),
  ended: column<EndReason | null>('text'),
});
/** The state of one publication, from its last poll. */
export type PublicationRow = RowOf<typeof PUBLICATION>;

/** Ignores polls of publications without a row, so that no row of an erased user comes back. */
export const foldPublication = folding<PublicationRow | undefined, MeasuredPublicationEvent>({
  PlatformPublished: (row, event) => row ?? published(event),
  MetricsCaptured: (row, event) => row && captured(row, event),
  MetricsEnded: (row, { data }) => row && { ...row, ended: data.reason },
  MetricsResumed: (row) => row && { ...row, ended: null },
});

const published = ({
  data: { postId, accountId, ownerId, platform, publishedAt },
}: PlatformPublished): PublicationRow => ({
  post_id: postId,
  account_id: accountId,
  owner_id: ownerId,
  platform,
  published_at: publishedAt,
  captured_at: null,
  bucket: null,
  ...NO_FIGURES,
  sources: {},
  missing: {},
  fell: {},
  ended: null,
});

function captured(row: PublicationRow, { data }: MetricsCaptured): PublicationRow {
  const values = valuesIn(data);
  const columns = columnsOf(values ?? []);
  return {
    ...row,
    ...columns,
    captured_at: data.capturedAt,
    bucket: data.bucket,
    sources: sourcesOf(values ?? []),
    missing: { ...reasonsOf(data.missing), ...(values === null && expired(data.termMetrics)) },
    fell: fallsOf(row, columns),
  };
}

/** Marks figures whose retention time is over. */
const expired = (names: readonly Metric[]): Readonly<Partial<Record<Metric, string>>> =>
  Object.fromEntries(names.map((metric) => [metric, 'expired']));

/** The figures that fell, each with its higher value before, for as long as the figure stays at the lower value. */
function fallsOf(row: PublicationRow, now: MetricColumns): Fell {
  const fell: [Metric, Readonly<{ was: number; at: string }>][] = [];
  for (const metric of metrics) {
    const [before, after, earlier] = [row[metric], now[metric], row.fell[metric]];
    if (before === null || after === null || row.captured_at === null) continue;
    if (before > after) fell.push([metric, { was: before, at: row.captured_at }]);
    else if (before === after && earlier) fell.push([metric, earlier]);
  }
  return Object.fromEntries(fell);
}
