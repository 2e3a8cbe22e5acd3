/** Rows read per free slot of a platform, oldest first. Deep enough to find other owners behind many rows of one owner. */
export const WINDOW_PER_SLOT = 8;

/** SQL texts of one table; `keys` are its key columns, in order. */
export type ClaimParts = Readonly<{
  table: string;
  keys: readonly string[];
  /** SQL: the columns of a claimed row `d` to return, in addition to those that every claim returns. */
  returned: string;
  /** SQL: the platform of a row `due`. */
  platform: string;
  /** SQL: a join of a row `due` to its server. */
  serverJoin: string;
  /** SQL: the name of that server. */
  server: string;
  /** The greatest number of rows of one server at a time, even if more slots are free. Null: only its fair share limits it. */
  mostPerServer: number | null;
  /** SQL: the condition that a row `due` is due. */
  ripe: string;
  /** SQL: no row is claimed while this is true. */
  paused: string;
}>;

/** Condition: no worker has a lease of the row. */
export const isFree = (row: string): string => `(${row}.lease_until is null or ${row}.lease_until < now())`;

/**
 * Fairness comes first. Each owner's next row is claimed before any owner's second one. No owner or server takes more slots of a platform than it
 * leaves free. Rows that another worker is claiming are skipped. The statement locks each row separately, so that no query plan reads the whole
 * table. The join keeps the order of `first`, and `limit` ends the join before it locks more rows. `rank`: the number of a row among those of its
 * owner, by age. It begins after the rows that are already claimed for the owner. Parameters: platforms, free slots, used slots of owners and of
 * servers (JSON each), the worker, the lease in milliseconds.
 */
export function claimSql({
  table,
  keys,
  returned,
  platform,
  serverJoin,
  server,
  mostPerServer,
  ripe,
  paused,
}: ClaimParts): string {
  const ofServer = (share: string) =>
    mostPerServer === null ? share : `least(${share}, ${String(mostPerServer)})`;
  const keysOf = (row: string) => keys.map((key) => `${row}.${key}`).join(', ');
  const bare = keys.join(', ');
  const same = (one: string, other: string) =>
    keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' and ');
  return `
  with slot as materialized (
    select platform, free, owners::jsonb as owners, servers::jsonb as servers
    from unnest($1::text[], $2::int[], $3::text[], $4::text[]) as s(platform, free, owners, servers)
  ),
  ripe as materialized (
    select r.*, row_number() over (partition by r.platform, r.owner_id order by r.due_at, ${keysOf('r')}) + r.owner_claims as rank
    from slot cross join lateral (
      select ${keysOf('due')}, due.owner_id, ${platform} as platform, due.due_at, ${server} as server,
        coalesce((slot.owners ->> due.owner_id)::int, 0) as owner_claims
      from ${table} due ${serverJoin}
      where ${platform} = slot.platform and ${ripe} and ${isFree('due')}
        and coalesce((slot.owners ->> due.owner_id)::int, 0) < slot.free
        and coalesce((slot.servers ->> ${server})::int, 0) < ${ofServer('slot.free')}
        and not ${paused}
      order by due.due_at, ${keysOf('due')} limit slot.free * ${String(WINDOW_PER_SLOT)}
    ) r
  ),
  locked as materialized (
    select mine.*, slot.free,
      coalesce((slot.owners ->> mine.owner_id)::int, 0) as owner_claims,
      coalesce((slot.servers ->> mine.server)::int, 0) as server_claims
    from slot cross join lateral (
      select due.*, first.platform, first.server
      from (select * from ripe where ripe.platform = slot.platform order by ripe.rank, ripe.due_at, ${keysOf('ripe')}) first
      cross join lateral (
        select ${keysOf('due')}, due.owner_id, due.due_at from ${table} due
        where ${same('due', 'first')} and ${ripe} and ${isFree('due')} for update of due skip locked
      ) due
      limit slot.free
    ) mine
  ),
  ranked as materialized (
    select *, row_number() over (partition by platform, owner_id order by due_at, ${bare}) + owner_claims as rank from locked
  ),
  places as materialized (
    select *,
      row_number() over (partition by platform order by rank, due_at, ${bare}) as place,
      row_number() over (partition by platform, server order by rank, due_at, ${bare}) + server_claims as server_rank
    from ranked
  ),
  fair as materialized (
    select ${bare}, platform, server, place from places
    where rank <= free - place + 1 and (server = '' or server_rank <= ${ofServer('free - place + 1')})
  )
  update ${table} d set lease_owner = $5, lease_until = now() + make_interval(secs => $6 / 1000.0)
  from fair where ${same('d', 'fair')}
  returning ${returned}, d.owner_id as "ownerId", fair.platform, fair.server, d.due_at::text as "dueAt",
    fair.place::int, (extract(epoch from now()) * 1000)::float8 as now`;
}
