import type { PublicEvent, PublicEventType } from '@posthorn/contracts/external/events.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { publicIdOf } from './public-event.ts';
import { EVENTS_VIEW, PAST_EVENTS_VIEW } from './feed.projection.ts';

/** The number of events that one query scans when it filters by type. */
const SCANNED_MAX = 2_000;
/** The number of old events that one statement deletes. */
const DELETE_BATCH = 5_000;

/** `after`: a log event's id; null: from the oldest event on. `types`: null: all types. */
export type FeedQuery = Readonly<{
  ownerId: string;
  after: string | null;
  types: readonly PublicEventType[] | null;
  limit: number;
}>;
/** `last`: the log id of the last scanned event; null: there was none. `more`: there are events after it. */
export type FeedPage = Readonly<{ events: readonly PublicEvent[]; last: string | null; more: boolean }>;

/** `known`: the event `after` exists. `beyond`: there are events after the scanned ones. `id` null: no scanned event has one of the types. */
type PageRow = Readonly<{
  known: boolean;
  beyond: boolean;
  last: string | null;
  id: string | null;
  event: Omit<PublicEvent, 'id'>;
}>;

/** Reads the feed of one owner. */
@Injectable()
export class FeedRows {
  constructor(private readonly pool: Pool) {}

  /** Returns a page of events; null: this owner has no event `after`. */
  async page({ ownerId, after, types, limit }: FeedQuery): Promise<FeedPage | null> {
    const { rows } = await this.pool.query<PageRow>({
      name: 'external.feed-page',
      text: PAGE,
      values: [ownerId, after, types, types === null ? limit : SCANNED_MAX, limit],
    });
    const [first] = rows;
    if (!first?.known) return null;
    const found = rows.flatMap(({ id, event }) => (id === null ? [] : [{ factId: id, event }]));
    const kept = found.slice(0, limit);
    const isFull = found.length > limit;
    return {
      // The stored value comes from `publicEventOf`.
      events: kept.map(({ factId, event }) => ({ id: publicIdOf(factId), ...event }) as PublicEvent),
      last: isFull ? (kept.at(-1)?.factId ?? null) : first.last,
      more: isFull || first.beyond,
    };
  }

  /** The log id of the owner's newest event, of any age; null: there is none. */
  async newestOf(ownerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'external.feed-newest',
      text: `(select event_id as id from ${EVENTS_VIEW} where owner_id = $1 order by number desc limit 1)
             union all select event_id as id from ${PAST_EVENTS_VIEW} where owner_id = $1 limit 1`,
      values: [ownerId],
    });
    return rows[0]?.id ?? null;
  }

  /** The log id of the owner's oldest event that is still kept; null: there is none. */
  async oldestOf(ownerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select event_id as id from ${EVENTS_VIEW} where owner_id = $1 order by number limit 1`,
      [ownerId],
    );
    return rows[0]?.id ?? null;
  }

  /** Deletes old events of all users. Several processes may run it at the same time. */
  async forgetBefore(time: Date): Promise<void> {
    for (;;) {
      const { rows } = await this.pool.query<{ count: number }>(FORGET, [time, DELETE_BATCH]);
      if (rows[0]?.count !== DELETE_BATCH) return;
    }
  }
}

/** Keeps the id of each owner's newest deleted event. */
const FORGET = `with old as (
    select event_id from ${EVENTS_VIEW} where at < $1 order by at limit $2 for update skip locked
  ), forgotten as (
    delete from ${EVENTS_VIEW} e using old where e.event_id = old.event_id
    returning e.owner_id, e.event_id, e.number
  ), past as (
    insert into ${PAST_EVENTS_VIEW} as known (owner_id, event_id, number)
    select distinct on (owner_id) owner_id, event_id, number from forgotten order by owner_id, number desc
    on conflict (owner_id) do update set event_id = excluded.event_id, number = excluded.number
      where known.number < excluded.number
  )
  select count(*)::int as count from forgotten`;

/** `$4`: events to scan, `$5`: events to return. One more of each shows whether there are more. */
const PAGE = `with place as (
    select number from ${EVENTS_VIEW} where event_id = $2::uuid and owner_id = $1
    union all
    select number from ${PAST_EVENTS_VIEW} where owner_id = $1 and event_id = $2::uuid
    limit 1
  ), scanned as materialized (
    select number, event_id, type, at, data from ${EVENTS_VIEW}
    where owner_id = $1 and number > case when $2::uuid is null then 0 else (select number from place) end
    order by number limit $4::int + 1
  ), kept as (
    select * from scanned order by number limit $4::int
  ), matched as (
    select number, event_id, json_build_object('type', type, 'at', ${isoOf('at')}, 'data', data) as event from kept
    where $3::text[] is null or type = any($3::text[]) order by number limit $5::int + 1
  )
  select $2::uuid is null or exists (select from place) as known,
    (select count(*) from scanned) > $4::int as beyond,
    (select event_id from kept order by number desc limit 1) as last,
    matched.event_id as id, matched.event
  from (values (1)) as one left join matched on true order by matched.number`;
