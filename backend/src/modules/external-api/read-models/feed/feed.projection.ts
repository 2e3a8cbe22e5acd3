import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { EXTERNAL_EVENTS } from '@posthorn/contracts/external/events.http';
import type { Clock } from '#infrastructure/clock.ts';
import { asTimestamp } from '#infrastructure/database/instants.ts';
import { FEED_TOPIC, type Projection } from '#infrastructure/readers/projection.ts';
import { PUBLIC_CATEGORIES, PUBLIC_FACT_TYPES, publicEventOf } from './public-event.ts';

export const FEED = { name: 'external.feed', version: 1 } as const;
export const EVENTS_VIEW = readViewOf(FEED, 'external_event');
export const PAST_EVENTS_VIEW = readViewOf(FEED, 'external_event_past');

/** Events before this time are no longer available. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - EXTERNAL_EVENTS.keptDays * 86_400_000);

/**
 * Public events of each owner, numbered in log order. The numbers are the same after each rebuild. One reader writes each batch in one
 * transaction, so a lower number never appears after a higher one. `external_event_past` has each owner's newest expired event: a client
 * with that cursor has missed nothing.
 */
export const externalFeed = (clock: Pick<Clock, 'now'>): Projection => ({
  ...FEED,
  categories: PUBLIC_CATEGORIES,
  types: PUBLIC_FACT_TYPES,
  tables: {
    external_event: `owner_id text not null, number bigint not null, event_id uuid not null, type text not null,
      at timestamptz not null, data json not null, primary key (owner_id, number)`,
    external_event_past: 'owner_id text primary key, number bigint not null, event_id uuid not null',
  },
  personal: { external_event: 'owner_id', external_event_past: 'owner_id' },
  indexes: [
    'create unique index on {schema}.external_event (event_id)',
    'create index on {schema}.external_event (at)',
  ],
  apply: async (tx, events) => {
    const rows = events.flatMap((fact, place) => {
      const found = publicEventOf(fact);
      if (!found) return [];
      const { ownerId: owner_id, event } = found;
      const { type, at, data } = event;
      return [{ place, owner_id, event_id: fact.id, type, at: asTimestamp(at), data }];
    });
    if (rows.length === 0) return [];
    await tx.query(INSERT, [JSON.stringify(rows), keptSince(clock.now())]);
    const owners = new Set(rows.map(({ owner_id }) => owner_id));
    return [...owners].map((userId) => ({ userId, topic: FEED_TOPIC }));
  },
});

const INSERT = `with told as (
    select * from json_to_recordset($1::json)
      as t(place int, owner_id text, event_id uuid, type text, at timestamptz, data json)
  ), owners as (
    select owner_id, greatest(
      (select number from external_event e where e.owner_id = told.owner_id order by number desc limit 1),
      (select number from external_event_past p where p.owner_id = told.owner_id), 0) as reached
    from told group by owner_id
  ), numbered as (
    select *, reached + row_number() over (partition by owner_id order by place) as number
    from told join owners using (owner_id)
  ), added as (
    insert into external_event (owner_id, number, event_id, type, at, data)
    select owner_id, number, event_id, type, at, data from numbered where at >= $2
  )
  insert into external_event_past (owner_id, number, event_id)
  select distinct on (owner_id) owner_id, number, event_id from numbered where at < $2
  order by owner_id, number desc
  on conflict (owner_id) do update set number = excluded.number, event_id = excluded.event_id`;
