import { readViewOf } from '#infrastructure/readers/read-views.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import type { ClicksCountedEvent } from '#modules/link-tree/ports/events.ts';

/** Clicks on a user's link page for each UTC hour. The overview adds them up to days of the user's time zone. */
export const analyticsClicks: Projection<ClicksCountedEvent> = {
  name: 'analytics.clicks',
  version: 1,
  categories: ['linkClicks'],
  tables: {
    analytics_click_hour: `user_id text not null, hour timestamptz not null, clicks bigint not null, visitors bigint not null,
      primary key (user_id, hour)`,
  },
  personal: { analytics_click_hour: 'user_id' },
  apply: async (tx, events) => {
    // The type names only the event that this module reads, but the category contains other events too.
    const rows = events.flatMap(({ type, data: { userId, hour, links } }) =>
      (type as string) === 'ClicksCounted'
        ? [
            {
              user_id: userId,
              hour,
              clicks: links.reduce((sum, { clicks }) => sum + clicks, 0),
              visitors: links.reduce((sum, { visitors }) => sum + visitors, 0),
            },
          ]
        : [],
    );
    if (rows.length === 0) return [];
    // The log has at most one event for each hour of a page.
    await tx.query(
      `insert into analytics_click_hour (user_id, hour, clicks, visitors)
       select * from json_to_recordset($1::json) as r(user_id text, hour timestamptz, clicks bigint, visitors bigint)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    );
    return [];
  },
};
export const CLICK_HOURS_VIEW = readViewOf(analyticsClicks, 'analytics_click_hour');
