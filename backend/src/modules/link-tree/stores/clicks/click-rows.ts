import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { ACCOUNT_LINK, type LinkClicks } from '../../domain/clicks/link-clicks.ts';
import type { SeenLink } from './click-tally.ts';
import { PAGE_ACCOUNTS_VIEW, PERSONS_VIEW } from '../../read-models/pages/page.projection.ts';

/** The data of the hour's event. `hour`: the beginning of the hour, as a UTC instant. */
export type ClosedHour = Readonly<{ hour: string; links: readonly LinkClicks[] }>;

const LAST_CLOSED_HOUR = `select ${isoOf('hour')} as hour, links, logged from link_tree.click_hour where user_id = $1 for update`;

/**
 * Closes the oldest open hour, at the earliest the one after the last closed hour. Rows of earlier hours came too late and count in this hour.
 * An hour that has not ended stays open.
 */
const CLOSE_OLDEST_HOUR = `with target as (
    select greatest(min(c.hour), h.hour + interval '1 hour') as hour
    from link_tree.click_hour h join link_tree.click_count c using (user_id) where user_id = $1 group by h.hour
  ), taken as (
    delete from link_tree.click_count c using target t
    where c.user_id = $1 and c.hour <= t.hour and t.hour < $2 returning c.link_id, c.clicks, c.visitors
  ), links as (
    select link_id, sum(clicks)::int as clicks, sum(visitors)::int as visitors from taken group by 1
  )
  update link_tree.click_hour h set hour = t.hour, logged = false, links = (select json_agg(json_build_object(
    'linkId', link_id, 'clicks', clicks, 'visitors', visitors) order by link_id) from links)
  from target t where h.user_id = $1 and exists (select from links)
  returning ${isoOf('h.hour')} as hour, h.links`;

/** Clicks that no event contains yet. All processes add to the same row of a link and hour. Then one process closes the hour. */
@Injectable()
export class ClickRows {
  constructor(private readonly pool: Pool) {}

  /**
   * Adds the clicks on all links with one statement. It drops clicks on pages and links that do not exist. Instead of `exists`,
   * the condition after `or` is a subquery with `limit`: with `exists`, PostgreSQL would hash all accounts.
   * @param hour the beginning of the hour of the clicks
   */
  async add(seen: readonly SeenLink[], hour: Date): Promise<void> {
    // All processes write the rows in the order of the keys, so that two processes never deadlock.
    await this.pool.query(
      `insert into link_tree.click_count as c (user_id, link_id, hour, clicks, visitors)
       select p.user_id, s."linkId", $2::timestamptz, s.clicks, s.visitors
       from json_to_recordset($1::json) as s(handle text, "linkId" text, clicks int, visitors int)
       join ${PERSONS_VIEW} p on p.handle = s.handle
       where exists (select from json_array_elements(p.page -> 'links') l where l ->> 'id' = s."linkId")
         or (select true from ${PAGE_ACCOUNTS_VIEW} a
           where a.user_id = p.user_id and a.is_active and $3 || a.account_id::text = s."linkId" limit 1)
       order by 1, 2
       on conflict (user_id, link_id, hour) do update
         set clicks = c.clicks + excluded.clicks, visitors = c.visitors + excluded.visitors`,
      [JSON.stringify(seen), hour, ACCOUNT_LINK],
    );
  }

  /** Returns at most `most` owners of pages with unrecorded clicks, sorted by id, after the id `after`. */
  async ownersToRecord(before: Date, after: string, most: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select user_id as id from (
         select user_id from link_tree.click_count where hour < $1
         union select user_id from link_tree.click_hour where not logged
       ) open where user_id > $2 order by 1 limit $3`,
      [before, after, most],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Closes one hour of a page permanently. Until `markLogged`, further calls return the same hour.
   * @param before the beginning of the hour that has not ended
   * @returns null if the page has no ended open hour
   */
  close(userId: string, before: Date): Promise<ClosedHour | null> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query(
        `insert into link_tree.click_hour (user_id, hour, links, logged) select $1, 'epoch', '[]', true
         where exists (select from link_tree.click_count where user_id = $1)
         on conflict do nothing`,
        [userId],
      );
      const { rows } = await tx.query<ClosedHour & { logged: boolean }>(LAST_CLOSED_HOUR, [userId]);
      const [last] = rows;
      if (last && !last.logged) return { hour: last.hour, links: last.links };
      const closed = await tx.query<ClosedHour>(CLOSE_OLDEST_HOUR, [userId, before]);
      return closed.rows[0] ?? null;
    });
  }

  async markLogged(userId: string, { hour }: ClosedHour): Promise<void> {
    await this.pool.query('update link_tree.click_hour set logged = true where user_id = $1 and hour = $2', [
      userId,
      hour,
    ]);
  }
}
