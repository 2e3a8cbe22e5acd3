import type { ExportKind } from '@posthorn/contracts/analytics/analytics-words';
import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import {
  POLLS_VIEW,
  PUBLICATIONS_VIEW,
  analyticsFigures,
} from '../../read-models/figures/figures.projection.ts';
import { METRIC_NUMBERS, type MetricColumns } from '../../read-models/figures/metric-columns.ts';
import { csvLine } from './csv.ts';

/** The number of publications in a page. Each publication has a few dozen polls. */
const PAGE = 200;

type Row = MetricColumns &
  Readonly<{
    post_id: number;
    account_id: number;
    platform: string;
    published_at: string;
    /** Null before the first poll. */
    captured_at: string | null;
    sources: Readonly<Partial<Record<Metric, string>>>;
    missing: Readonly<Partial<Record<Metric, string>>>;
  }>;

/** SQL: the rows with the figures. Lines of polls contain only reported figures. Only lines of the newest figures say why a figure is missing. */
const FIGURE_ROWS: Readonly<Record<ExportKind, string>> = {
  looks: POLLS_VIEW,
  newest: 'page',
};
const HEADER = 'post_id,account_id,platform,published_at,metric,value,captured_at,source,missing'.split(',');

/** Figures as lines of a CSV file, read page by page while the client downloads them. Times are in UTC. */
@Injectable()
export class ExportedFigures {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  /** @param from, to instants of publication, `to` excluded */
  async *lines(ownerId: string, kind: ExportKind, from: string, to: string): AsyncGenerator<string> {
    await this.gate.waitFor([analyticsFigures.name]);
    yield csvLine(HEADER);
    for await (const rows of this.#pages(ownerId, kind, from, to)) yield rows.map(linesOf).join('');
  }

  /** Reads publications page by page with their index, and the polls of each page with the index of polls. */
  async *#pages(ownerId: string, kind: ExportKind, from: string, to: string): AsyncGenerator<readonly Row[]> {
    let after: readonly [number, number] = [0, 0];
    for (;;) {
      const { rows } = await this.pool.query<Row>({
        text: `with page as materialized (
            select * from ${PUBLICATIONS_VIEW}
            where owner_id = $1 and published_at >= $2 and published_at < $3 and (post_id, account_id) > ($4::bigint, $5::bigint)
            order by post_id, account_id limit $6
          )
          select p.post_id::float8 as post_id, p.account_id::float8 as account_id, p.platform,
            ${isoOf('p.published_at')} as published_at, ${isoOf('l.captured_at')} as captured_at, ${METRIC_NUMBERS('l')}, l.sources,
            ${kind === 'newest' ? 'p.missing' : `'{}'::jsonb as missing`}
          from page p left join ${FIGURE_ROWS[kind]} l using (post_id, account_id)
          order by p.post_id, p.account_id, l.captured_at`,
        values: [ownerId, from, to, ...after, PAGE],
      });
      const last = rows.at(-1);
      if (!last) return;
      yield rows.filter(({ captured_at }) => captured_at !== null);
      after = [last.post_id, last.account_id];
    }
  }
}

function linesOf(row: Row): string {
  const { post_id, account_id, platform, published_at, captured_at, sources, missing } = row;
  const known = metrics.filter((metric) => row[metric] !== null || missing[metric] !== undefined);
  return known
    .map((metric) =>
      csvLine([
        ...[post_id, account_id, platform, published_at, metric, row[metric], captured_at],
        ...[sources[metric] ?? null, missing[metric] ?? null],
      ]),
    )
    .join('');
}
