import { metrics } from '@posthorn/contracts/shared/metrics';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { streamName } from '@posthorn/event-sourcing';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import {
  eventFiles,
  type EventFile,
  type ExportFile,
  type ExportPart,
} from '#infrastructure/readers/export-part.ts';
import { anyObject, instant, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { metricsId, metricsStream } from '../../domain/metrics/publication-metrics.ts';
import { metricsTermsStream } from '../../domain/metrics/terms.ts';
import { PUBLICATIONS_VIEW, analyticsFigures } from '../../read-models/figures/figures.projection.ts';
import { METRIC_NUMBERS } from '../../read-models/figures/metric-columns.ts';

const PAGE = 500;

type Row = JsonObject & Readonly<{ postId: number; accountId: number }>;

/** Exports the figures of a user's posts. */
@Injectable()
export class AnalyticsPart implements ExportPart {
  readonly files: readonly ExportFile[];
  readonly categories = [metricsStream.category, metricsTermsStream.category];
  readonly tables = [
    ...[
      'analytics_publication',
      'analytics_look',
      'analytics_milestone',
      'analytics_reply',
      'analytics_click_hour',
    ],
    ...['analytics.measured_account', 'analytics.measured_publication', 'analytics.term_bucket'],
  ];

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {
    this.files = [
      {
        name: 'analytics.json',
        about:
          'Figures of your published posts, as their platforms reported them. The events contain all figures that were ever reported.',
        sections: {
          publications: {
            about: 'Each publication with its newest figures, by post and account.',
            schema: PUBLICATION,
            rows: (userId) => this.#publications(userId),
          },
        },
      },
    ];
  }

  async *events(userId: string): AsyncGenerator<EventFile> {
    yield* eventFiles('figures', this.#streams(userId));
  }

  async *#streams(userId: string): AsyncGenerator<string> {
    const accounts = new Set<number>();
    for await (const row of this.#publications(userId)) {
      accounts.add(row.accountId);
      yield streamName(metricsStream, metricsId(row));
    }
    for (const accountId of accounts) yield streamName(metricsTermsStream, accountId);
  }

  async *#publications(userId: string): AsyncGenerator<Row> {
    await this.gate.waitFor([analyticsFigures.name]);
    let after: readonly [number, number] = [0, 0];
    for (;;) {
      const { rows } = await this.pool.query<Row>({
        name: 'analytics-publications-to-export',
        text: `select post_id::float8 as "postId", account_id::float8 as "accountId", platform,
            ${isoOf('published_at')} as "publishedAt", ${isoOf('captured_at')} as "capturedAt", ${METRIC_NUMBERS('p')},
            sources, missing
          from ${PUBLICATIONS_VIEW} p where owner_id = $1 and (post_id, account_id) > ($2::bigint, $3::bigint)
          order by post_id, account_id limit $4`,
        values: [userId, ...after, PAGE],
      });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      after = [last.postId, last.accountId];
    }
  }
}

const PUBLICATION = record('A publication.', {
  postId: number('Its id in posts.json.'),
  accountId: number('Its id in accounts.json.'),
  platform: text('The platform.'),
  publishedAt: instant('When it was published.'),
  capturedAt: orNull(instant('When these figures were recorded; null: no figures.')),
  ...Object.fromEntries(
    metrics.map((metric) => [metric, orNull(number(`The figure for ${metric}; null: not reported.`))]),
  ),
  sources: anyObject('What the platform calls each figure.'),
  missing: anyObject('Why a figure is missing.'),
});
