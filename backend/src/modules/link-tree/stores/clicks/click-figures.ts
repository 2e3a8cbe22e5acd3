import type { ClicksView } from '@posthorn/contracts/link-tree/link-page.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { CLICK_DAYS_VIEW, linkTreeClicks } from '../../read-models/clicks/clicks.projection.ts';
import { dayOf } from './hours.ts';

const NO_CLICKS: ClicksView = { clicks: 0, visitors: 0 };

/** Returns the clicks on the link with this id. */
export type ClicksOf = (linkId: string) => ClicksView;

/**
 * Returns the clicks on a user's links, including clicks whose hour is not yet recorded. So a click appears within seconds.
 * A single statement reads all three tables, so that it sees the same state of each. It skips an hour of `click_hour` that the read model
 * already includes.
 */
@Injectable()
export class ClickFigures {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  /** @param since the beginning of a UTC day */
  async clicksOf(userId: string, since: Date): Promise<ClicksOf> {
    await this.gate.waitFor([linkTreeClicks.name]);
    const { rows } = await this.pool.query<ClicksView & { id: string }>({
      name: 'link-tree-clicks-of',
      text: `select link_id as id, sum(clicks)::float8 as clicks, sum(visitors)::float8 as visitors from (
          select link_id, clicks, visitors from ${CLICK_DAYS_VIEW} where user_id = $1 and day >= $2
          union all select link_id, clicks, visitors from link_tree.click_count where user_id = $1 and hour >= $3
          union all select l."linkId", l.clicks, l.visitors
            from link_tree.click_hour h, json_to_recordset(h.links) as l("linkId" text, clicks bigint, visitors bigint)
            where h.user_id = $1 and h.hour >= $3 and not exists (
              select from ${CLICK_DAYS_VIEW} d where d.user_id = $1 and d.counted_until >= h.hour)
        ) seen group by 1`,
      values: [userId, dayOf(since), since],
    });
    const figures = new Map(rows.map(({ id, clicks, visitors }) => [id, { clicks, visitors }]));
    return (linkId) => figures.get(linkId) ?? NO_CLICKS;
  }
}
