import { readViewOf } from '#infrastructure/readers/read-views.ts';
import type { PoolClient } from 'pg';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import {
  linkClicksStream,
  type ClicksCounted,
  type LinkClicksEvent,
} from '../../domain/clicks/link-clicks.ts';

/** The clicks on one link on one day in UTC. `counted_until`: the last hour whose clicks the row includes. */
type DayRow = Readonly<{
  user_id: string;
  link_id: string;
  day: string;
  clicks: number;
  visitors: number;
  counted_until: string;
}>;

/** Sums clicks by day. `link-tree.page` is a separate read model, because other events change it and visitors read it. */
export const linkTreeClicks: Projection<LinkClicksEvent> = {
  name: 'link-tree.clicks',
  version: 1,
  categories: [linkClicksStream.category],
  tables: {
    link_tree_click_day: `user_id text not null, link_id text not null, day text not null, clicks bigint not null,
      visitors bigint not null, counted_until timestamptz not null, primary key (user_id, link_id, day)`,
  },
  personal: { link_tree_click_day: 'user_id' },
  apply: async (tx, events) => {
    await addClicks(tx, events);
    // No list in the app reloads after clicks.
    return [];
  },
};
export const CLICK_DAYS_VIEW = readViewOf(linkTreeClicks, 'link_tree_click_day');

async function addClicks(tx: PoolClient, events: readonly LoggedEvent<LinkClicksEvent>[]): Promise<void> {
  const sums = new Map<string, DayRow>();
  for (const row of events.flatMap((event) => (event.type === 'ClicksCounted' ? daysIn(event) : []))) {
    const key = JSON.stringify([row.user_id, row.link_id, row.day]);
    const { clicks, visitors } = sums.get(key) ?? { clicks: 0, visitors: 0 };
    sums.set(key, { ...row, clicks: row.clicks + clicks, visitors: row.visitors + visitors });
  }
  if (sums.size === 0) return;
  await tx.query(
    `insert into link_tree_click_day as c (user_id, link_id, day, clicks, visitors, counted_until)
     select user_id, link_id, day, clicks, visitors, counted_until from json_to_recordset($1::json)
       as r(user_id text, link_id text, day text, clicks bigint, visitors bigint, counted_until timestamptz)
     on conflict (user_id, link_id, day) do update set clicks = c.clicks + excluded.clicks,
       visitors = c.visitors + excluded.visitors, counted_until = excluded.counted_until`,
    [JSON.stringify([...sums.values()])],
  );
}

/** Returns a row for each link of the event. */
const daysIn = ({ data: { userId, hour, links } }: Pick<ClicksCounted, 'data'>): DayRow[] =>
  links.map(({ linkId, clicks, visitors }) => ({
    user_id: userId,
    link_id: linkId,
    day: hour.slice(0, 10),
    clicks,
    visitors,
    counted_until: hour,
  }));
