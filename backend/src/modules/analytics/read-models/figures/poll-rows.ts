import type { PoolClient } from 'pg';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { milestoneAt } from '../../domain/metrics/ladder.ts';
import type { MetricsCaptured } from '../../domain/metrics/metrics-events.ts';
import { valuesIn } from '../../domain/metrics/publication-metrics.ts';
import { columnsOf, METRIC_COLUMNS, METRIC_NAMES, sourcesOf, type MetricColumns } from './metric-columns.ts';

export const POLL_COLUMNS = `age_minutes int not null, ${METRIC_COLUMNS}, sources jsonb not null, bucket text`;
export const MILESTONE_COLUMNS = `captured_at timestamptz not null, age_minutes int not null, ${METRIC_COLUMNS}, bucket text`;

type PollRow = MetricColumns &
  Readonly<{
    post_id: number;
    account_id: number;
    captured_at: string;
    age_minutes: number;
    sources: object;
    /** The subject whose key encrypts the figures in the log; null without encryption. */
    bucket: string | null;
  }>;
type MilestoneRow = PollRow & Readonly<{ step: number }>;

/** Writes a row for each poll, and the poll nearest to each milestone within its window. Skips unknown publications. */
export async function addPolls(
  tx: PoolClient,
  events: readonly LoggedEvent<MetricsCaptured>[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(rowOf);
  await tx.query(
    `insert into analytics_look (post_id, account_id, captured_at, age_minutes, ${METRIC_NAMES}, sources, bucket)
     select r.post_id, r.account_id, r.captured_at, r.age_minutes, ${figuresOf('r')}, r.sources, r.bucket
     from json_to_recordset($1::json) as r(post_id bigint, account_id bigint, captured_at timestamptz, ${POLL_COLUMNS.replaceAll(' not null', '')})
     join analytics_publication p using (post_id, account_id)
     on conflict (post_id, account_id, captured_at) do nothing`,
    [JSON.stringify(rows)],
  );
  const milestones = nearest(rows);
  if (milestones.length === 0) return;
  await tx.query(
    `insert into analytics_milestone as m (post_id, account_id, step, captured_at, age_minutes, ${METRIC_NAMES}, bucket)
     select r.post_id, r.account_id, r.step, r.captured_at, r.age_minutes, ${figuresOf('r')}, r.bucket
     from json_to_recordset($1::json) as r(post_id bigint, account_id bigint, step int, ${MILESTONE_COLUMNS.replaceAll(' not null', '')})
     join analytics_publication p using (post_id, account_id)
     on conflict (post_id, account_id, step) do update set captured_at = excluded.captured_at,
       age_minutes = excluded.age_minutes, bucket = excluded.bucket, ${METRIC_NAMES.split(', ')
         .map((name) => `${name} = excluded.${name}`)
         .join(', ')}
     where abs(excluded.age_minutes - m.step) < abs(m.age_minutes - m.step)`,
    [JSON.stringify(milestones)],
  );
}

function rowOf({ data }: LoggedEvent<MetricsCaptured>): PollRow {
  const values = valuesIn(data) ?? [];
  const { postId, accountId, capturedAt, ageMinutes, bucket } = data;
  return {
    post_id: postId,
    account_id: accountId,
    captured_at: capturedAt,
    age_minutes: ageMinutes,
    ...columnsOf(values),
    sources: sourcesOf(values),
    bucket,
  };
}

/** The poll nearest to each milestone. Of two equally near polls in a batch the earlier wins, as with two batches. */
function nearest(rows: readonly PollRow[]): readonly MilestoneRow[] {
  const found = new Map<string, MilestoneRow>();
  for (const row of rows) {
    const step = milestoneAt(row.age_minutes);
    if (step === null) continue;
    const key = `${String(row.post_id)}-${String(row.account_id)}-${String(step)}`;
    const current = found.get(key);
    if (!current || Math.abs(row.age_minutes - step) < Math.abs(current.age_minutes - step))
      found.set(key, { ...row, step });
  }
  return [...found.values()];
}

const figuresOf = (table: string): string =>
  METRIC_NAMES.split(', ')
    .map((name) => `${table}.${name}`)
    .join(', ');
