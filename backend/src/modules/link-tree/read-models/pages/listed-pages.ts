import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { pageAddressOf } from '#infrastructure/http/edge/page-hosts.ts';
import type { SitemapPages } from '#infrastructure/http/pages/sitemap.ts';
import { PERSONS_VIEW } from './page.projection.ts';

const LISTED = `from ${PERSONS_VIEW} where handle is not null and (page->>'listed')::boolean`;
/** Rows that are in memory together. */
const AT_ONCE = 1_000;

/** The pages that their owners let search engines show. */
@Injectable()
export class ListedPages implements SitemapPages {
  readonly name = 'pages';

  constructor(
    private readonly pool: Pool,
    private readonly configuration: Configuration,
  ) {}

  async count(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(`select count(*)::int as count ${LISTED}`);
    return rows[0]?.count ?? 0;
  }

  /** By the ids of their owners: a page keeps its place while nobody before it comes or goes. */
  async *addresses(from: number, most: number): AsyncGenerator<string> {
    for (let at = from; at < from + most; at += AT_ONCE) {
      const { rows } = await this.pool.query<{ handle: string }>(
        `select handle ${LISTED} order by user_id offset $1 limit $2`,
        [at, Math.min(AT_ONCE, from + most - at)],
      );
      for (const { handle } of rows) yield pageAddressOf(handle, this.configuration);
      if (rows.length < AT_ONCE) return;
    }
  }
}
