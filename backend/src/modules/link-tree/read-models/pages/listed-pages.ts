import { Injectable } from '@nestjs/common';
import { Pool, type QueryResult } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { pageAddressOf } from '#infrastructure/http/edge/page-hosts.ts';
import type { SitemapPages } from '#infrastructure/http/pages/sitemap.ts';
import { PERSONS_VIEW } from './page.projection.ts';

const LISTED = `from ${PERSONS_VIEW} where handle is not null and (page->>'listed')::boolean`;
/** The number of rows that one query reads. */
const PAGE_SIZE = 1_000;
/** The class caches the owner of every 10,000th page. */
const STEP = 10_000;
/** The lifetime of the cached owners. They become stale when users add or delete pages. */
const CACHE_LIFETIME_MS = 3_600_000;

/** The pages whose owners allow search engines to list them. */
@Injectable()
export class ListedPages implements SitemapPages {
  readonly name = 'pages';
  /** `ids`: the owners of the pages with index 9,999, 19,999 and so on, up to the highest requested index. */
  #cached: Readonly<{ ids: readonly string[]; since: number }> = { ids: [], since: 0 };

  constructor(
    private readonly pool: Pool,
    private readonly configuration: Configuration,
    private readonly clock: Clock,
  ) {}

  async count(): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(`select count(*)::int as count ${LISTED}`);
    return rows[0]?.count ?? 0;
  }

  /**
   * Yields URLs in the order of the owners' ids. New and deleted pages shift the index of all later pages.
   * @param from a multiple of 10,000
   */
  async *addresses(from: number, most: number): AsyncGenerator<string> {
    let after = await this.#ownerBefore(from);
    for (let left = most; left > 0 && after !== undefined; left -= PAGE_SIZE) {
      const { rows }: QueryResult<{ id: string; handle: string }> = await this.pool.query(
        `select user_id as id, handle ${LISTED} and user_id > $1 order by user_id limit $2`,
        [after, Math.min(PAGE_SIZE, left)],
      );
      for (const { handle } of rows) yield pageAddressOf(handle, this.configuration);
      after = rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.id;
    }
  }

  /** Returns the owner of the page before this index, or undefined if fewer pages exist. For index 0 it returns `''`. */
  async #ownerBefore(index: number): Promise<string | undefined> {
    const now = this.clock.now().getTime();
    const { ids: cachedIds, since } = this.#cached;
    const isFresh = now - since < CACHE_LIFETIME_MS;
    const ids = isFresh ? [...cachedIds] : [];
    while (ids.length < index / STEP) {
      const { rows } = await this.pool.query<{ id: string }>(
        `select user_id as id ${LISTED} and user_id > $1 order by user_id offset $2 limit 1`,
        [ids.at(-1) ?? '', STEP - 1],
      );
      const [row] = rows;
      if (!row) break;
      ids.push(row.id);
    }
    this.#cached = { ids, since: isFresh ? since : now };
    return index === 0 ? '' : ids[index / STEP - 1];
  }
}
