import { readViewOf } from '#infrastructure/readers/read-views.ts';
import type { PoolClient } from 'pg';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection, Touched } from '#infrastructure/readers/projection.ts';
import type { MetricsCaptured } from '../../domain/metrics/metrics-events.ts';
import { metricsStream } from '../../domain/metrics/publication-metrics.ts';
import { metricsTermsStream, type MetricsExpired } from '../../domain/metrics/terms.ts';
import { dropExpired } from './expired-figures.ts';
import { addPolls, POLL_COLUMNS, MILESTONE_COLUMNS } from './poll-rows.ts';
import {
  foldPublication,
  PUBLICATION,
  type MeasuredPublicationEvent,
  type PublicationRow,
} from './publication-row.ts';

type HandledEvent = MeasuredPublicationEvent | MetricsExpired;

const publications = keyedRows<PublicationRow, MeasuredPublicationEvent>({
  ...PUBLICATION,
  keyOf: ({ data }) => [data.postId, data.accountId],
  fold: foldPublication,
});

/** Figures of publications: the current ones, those at milestones, and each poll. */
export const analyticsFigures: Projection<HandledEvent> = {
  name: 'analytics.figures',
  version: 2,
  categories: ['publication', metricsStream.category, metricsTermsStream.category],
  types: [...foldPublication.types, 'MetricsExpired'],
  // Expiry finds polls by the unique key, so a rebuild must create this key before it fills the table.
  tables: {
    analytics_publication: PUBLICATION.sql,
    analytics_look: `post_id bigint not null, account_id bigint not null, captured_at timestamptz not null, ${POLL_COLUMNS},
      primary key (post_id, account_id, captured_at), unique (account_id, captured_at, post_id)`,
    analytics_milestone: `post_id bigint not null, account_id bigint not null, step int not null, ${MILESTONE_COLUMNS},
      primary key (post_id, account_id, step)`,
  },
  personal: {
    analytics_publication: 'owner_id',
    analytics_look: { by: 'post_id', of: 'analytics_publication' },
    analytics_milestone: { by: 'post_id', of: 'analytics_publication' },
  },
  indexes: ['create index on {schema}.analytics_publication (owner_id, published_at)'],
  apply: async (tx, events) => {
    const owners = new Set<string>();
    // Expiry runs at its position in the batch: after earlier events, and before later events.
    for (const part of partsOf(events)) {
      if (isExpired(part)) await dropExpired(tx, part.data);
      else await applyPublications(tx, part);
      for (const { type, data } of isExpired(part) ? [part] : part)
        if (type.startsWith('Metrics')) owners.add(data.ownerId);
    }
    return [...owners].map((userId): Touched => ({ userId, topic: 'analytics' }));
  },
};
export const PUBLICATIONS_VIEW = readViewOf(analyticsFigures, 'analytics_publication');
export const POLLS_VIEW = readViewOf(analyticsFigures, 'analytics_look');
export const MILESTONES_VIEW = readViewOf(analyticsFigures, 'analytics_milestone');

async function applyPublications(
  tx: PoolClient,
  events: readonly LoggedEvent<MeasuredPublicationEvent>[],
): Promise<void> {
  await publications(tx, events);
  await addPolls(tx, events.filter(isCaptured));
}

type Part = readonly LoggedEvent<MeasuredPublicationEvent>[] | LoggedEvent<MetricsExpired>;

function partsOf(events: readonly LoggedEvent<HandledEvent>[]): readonly Part[] {
  const parts: Part[] = [];
  let open: LoggedEvent<MeasuredPublicationEvent>[] = [];
  for (const event of events) {
    if (event.type !== 'MetricsExpired') {
      open.push(event);
      continue;
    }
    if (open.length > 0) parts.push(open);
    parts.push(event);
    open = [];
  }
  return open.length > 0 ? [...parts, open] : parts;
}

const isExpired = (part: Part): part is LoggedEvent<MetricsExpired> => 'type' in part;
const isCaptured = (event: LoggedEvent<MeasuredPublicationEvent>): event is LoggedEvent<MetricsCaptured> =>
  event.type === 'MetricsCaptured';
