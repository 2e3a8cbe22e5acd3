import { Injectable } from '@nestjs/common';
import { Pool, type QueryResult } from 'pg';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { pageAddressOf } from '#infrastructure/http/edge/page-hosts.ts';
import type { SitemapPages } from '#infrastructure/http/pages/sitemap.ts';
import { PERSONS_VIEW } from './page.projection.ts';

const LISTED = `from ${PERSONS_VIEW} where handle is not null and (page->>'listed')::boolean`;
/** The number of rows that are in memory at once. */
const AT_ONCE = 1_000;
/** The distance between two places whose keys are cached. */
const STEP = 10_000;
/** The cached keys expire after this time, because pages are added and deleted meanwhile. */
const KEPT_MILLISECONDS = 3_600_000;

/** The pages that their owners let search engines list. */
@Injectable()
export class ListedPages implements SitemapPages {
  readonly name = 'pages';
  /** `ids`: the owners of the pages at places 9,999, 19,999 and so on, as far as they were requested. */
  #kept: Readonly<{ ids: readonly string[]; since: number }> = { ids: [], since: 0 };

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
   * The addresses in the order of the owners' ids. A page keeps its place while no page before it is added or deleted.
   * @param from a multiple of 10,000
   */
  async *addresses(from: number, most: number): AsyncGenerator<string> {
    let after = await this.#ownerBefore(from);
    for (let left = most; left > 0 && after !== undefined; left -= AT_ONCE) {
      const { rows }: QueryResult<{ id: string; handle: string }> = await this.pool.query(
        `select user_id as id, handle ${LISTED} and user_id > $1 order by user_id limit $2`,
        [after, Math.min(AT_ONCE, left)],
      );
      for (const { handle } of rows) yield pageAddressOf(handle, this.configuration);
      after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
    }
  }

  /** The owner of the last page before this place. Undefined when there are fewer pages. */
  async #ownerBefore(place: number): Promise<string | undefined> {
    const now = this.clock.now().getTime();
    const { ids: known, since } = this.#kept;
    const isFresh = now - since < KEPT_MILLISECONDS;
    const ids = isFresh ? [...known] : [];
    while (ids.length < place / STEP) {
      const { rows } = await this.pool.query<{ id: string }>(
        `select user_id as id ${LISTED} and user_id > $1 order by user_id offset $2 limit 1`,
        [ids.at(-1) ?? '', STEP - 1],
      );
      const [row] = rows;
      if (!row) break;
      ids.push(row.id);
    }
    this.#kept = { ids, since: isFresh ? since : now };
    return place === 0 ? '' : ids[place / STEP - 1];
  }
}
