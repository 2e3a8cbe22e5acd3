import type { EndReason, LookView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics, type Metric, type MissingReason } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { PUBLICATIONS_VIEW, POLLS_VIEW, analyticsFigures } from './figures.projection.ts';
import { METRIC_NUMBERS, type MetricColumns } from './metric-columns.ts';

/** The read model's row of one publication. */
export type FigureRow = MetricColumns &
  Readonly<{
    postId: number;
    accountId: number;
    platform: Platform;
    publishedAt: string;
    capturedAt: string | null;
    sources: Readonly<Partial<Record<Metric, string>>>;
    missing: Readonly<Partial<Record<Metric, MissingReason>>>;
    fell: Readonly<Partial<Record<Metric, Readonly<{ was: number; at: string }>>>>;
    ended: EndReason | null;
  }>;
type LookRow = MetricColumns & Omit<LookView, 'values'>;

/** Figures of a user's posts. */
@Injectable()
export class FigureRows {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  /** The rows of these posts, ordered by post and account. */
  async rowsOf(ownerId: string, postIds: readonly number[]): Promise<readonly FigureRow[]> {
    await this.gate.waitFor([analyticsFigures.name]);
    const { rows } = await this.pool.query<FigureRow>({
      name: 'analytics-figures-of-posts',
      text: `select post_id::float8 as "postId", account_id::float8 as "accountId", platform,
          ${isoOf('published_at')} as "publishedAt", ${isoOf('captured_at')} as "capturedAt", ${METRIC_NUMBERS('p')},
          sources, missing, fell, ended
        from ${PUBLICATIONS_VIEW} p where owner_id = $1 and post_id = any($2) order by post_id, account_id`,
      values: [ownerId, postIds],
    });
    return rows;
  }

  /** All polls of a post, the oldest first. */
  async pollsOf(ownerId: string, postId: number): Promise<readonly LookView[]> {
    await this.gate.waitFor([analyticsFigures.name]);
    const { rows } = await this.pool.query<LookRow>({
      name: 'analytics-looks-of-post',
      text: `select l.account_id::float8 as "accountId", p.platform, ${isoOf('l.captured_at')} as "capturedAt",
          l.age_minutes as "ageMinutes", ${METRIC_NUMBERS('l')}, l.sources
        from ${PUBLICATIONS_VIEW} p join ${POLLS_VIEW} l using (post_id, account_id)
        where p.owner_id = $1 and p.post_id = $2 order by l.captured_at, l.account_id`,
      values: [ownerId, postId],
    });
    return rows.map(({ accountId, platform, capturedAt, ageMinutes, sources, ...row }) => ({
      accountId,
      platform,
      capturedAt,
      ageMinutes,
      sources,
      values: numbersOf(row),
    }));
  }
}

/** The metric columns of a row. */
export const numbersOf = (row: MetricColumns): MetricColumns =>
  Object.fromEntries(metrics.map((metric) => [metric, row[metric]])) as MetricColumns;
