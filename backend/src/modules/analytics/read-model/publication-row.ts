import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import type { EndReason } from '@posthorn/contracts/analytics/analytics.http';
import { assertNever } from '@posthorn/event-sourcing';
import type { PostOnPlatformEvent } from '#modules/scheduling/public.ts';
import type { MetricsCaptured, MetricsEvent } from '../domain/metrics-events.ts';
import { valuesIn } from '../domain/publication-metrics.ts';
import { columnsOf, NO_FIGURES, reasonsOf, sourcesOf, type MetricColumns } from './metric-columns.ts';

type PlatformPublished = Extract<PostOnPlatformEvent, { type: 'PlatformPublished' }>;
export type PublicationEvent = PlatformPublished | MetricsEvent;

/** A figure that was higher, and when it was seen so. */
type Fell = Readonly<Partial<Record<Metric, Readonly<{ was: number; at: string }>>>>;

/** What is known of one publication: what its last look said. */
export type PublicationRow = MetricColumns &
  Readonly<{
    post_id: number;
    account_id: number;
    owner_id: string;
    platform: string;
    published_at: string;
    captured_at: string | null;
    /** Whose key locks these figures in the log; null: none does. */
    bucket: string | null;
    sources: Readonly<Partial<Record<Metric, string>>>;
    missing: Readonly<Partial<Record<Metric, string>>>;
    fell: Fell;
    ended: EndReason | null;
  }>;

/** What was never published here is nobody's, so that nothing is left of somebody who was erased. */
export function foldPublication(
  row: PublicationRow | undefined,
  event: PublicationEvent,
): PublicationRow | undefined {
  if (event.type === 'PlatformPublished') return row ?? published(event);
  if (!row) return row;
  switch (event.type) {
    case 'MetricsCaptured':
      return captured(row, event);
    case 'MetricsEnded':
      return { ...row, ended: event.data.reason };
    case 'MetricsResumed':
      return { ...row, ended: null };
    default:
      return assertNever(event);
  }
}

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
    fell: fellTo(row, columns),
  };
}

/** Of figures whose time is over. */
const expired = (names: readonly Metric[]): Readonly<Partial<Record<Metric, string>>> =>
  Object.fromEntries(names.map((metric) => [metric, 'expired']));

/** What was higher in the look before, for as long as it stays where it fell to. */
function fellTo(row: PublicationRow, now: MetricColumns): Fell {
  const fell: [Metric, Readonly<{ was: number; at: string }>][] = [];
  for (const metric of metrics) {
    const [before, after, earlier] = [row[metric], now[metric], row.fell[metric]];
    if (before === null || after === null || row.captured_at === null) continue;
    if (before > after) fell.push([metric, { was: before, at: row.captured_at }]);
    else if (before === after && earlier) fell.push([metric, earlier]);
  }
  return Object.fromEntries(fell);
}
