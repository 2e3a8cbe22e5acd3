import type { Pool } from 'pg';

/** Raise this version with every change of `DDL`. The DDL must also upgrade older schemas. */
const VERSION = 'event log, version 2';
/** The advisory lock of the process that creates the schema, because several processes may start together. */
const SCHEMA_LOCK = 8730;
/** The advisory lock that each append holds until it commits. So the order of positions is the order of commits. */
export const APPEND_LOCK = 8731;
/** The channel that wakes subscribers in other processes. */
export const CHANNEL = 'es_events';

const DDL = `
create schema if not exists es;

create table if not exists es.log (
  id uuid not null,
  created timestamptz not null default now(),
  sealed_at timestamptz);
create unique index if not exists log_is_one_row on es.log ((true));
alter table es.log add column if not exists epoch int not null default 1;
insert into es.log (id) select gen_random_uuid() where not exists (select from es.log);

create table if not exists es.events (
  position bigint generated always as identity primary key,
  stream text collate "C" not null,
  revision bigint not null check (revision >= 0),
  event_id uuid not null,
  type text not null,
  data jsonb not null,
  meta jsonb not null,
  created timestamptz not null default clock_timestamp(),
  unique (stream, revision));

create or replace function es.append(
  _stream text, _expected bigint, _ids uuid[], _types text[], _data jsonb[], _meta jsonb[])
returns table (status text, rev bigint, pos bigint)
language plpgsql security definer set search_path = es, pg_temp as $$
declare cur bigint; n int := cardinality(_ids); hit int;
begin
  perform pg_advisory_xact_lock(${String(APPEND_LOCK)});
  if exists (select from log where sealed_at is not null) then
    return query select 'sealed', null::bigint, null::bigint;
    return;
  end if;
  select coalesce(max(revision), -1) into cur from events where stream = _stream;
  if _expected < cur then
    -- Stored by an earlier try whose answer got lost?
    select count(*) into hit from unnest(_ids) with ordinality u(id, o)
      join events e on e.stream = _stream and e.revision = _expected + u.o and e.event_id = u.id;
    if hit = n then
      return query select 'ok', e.revision, e.position from events e
        where e.stream = _stream and e.revision = _expected + n;
      return;
    end if;
  end if;
  if _expected <> cur then
    return query select 'conflict', cur, null::bigint;
    return;
  end if;
  return query with stored as (
    insert into events (stream, revision, event_id, type, data, meta)
    select _stream, cur + u.o, u.id, u.t, u.d, u.m
      from unnest(_ids, _types, _data, _meta) with ordinality u(id, t, d, m, o) order by u.o
    returning revision, position)
    select 'ok', max(revision), max(position) from stored;
end $$;

-- One role runs everything, and an owner cannot be denied by grants: facts are guarded by a trigger.
create or replace function es.refuse() returns trigger language plpgsql as $$
begin
  raise exception 'The event log is append-only: % on %.% is refused', tg_op, tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create or replace trigger facts_stay before update or delete or truncate on es.events
  for each statement execute function es.refuse();
create or replace trigger identity_stays before delete or truncate or update of id, created on es.log
  for each statement execute function es.refuse();
revoke all on all tables in schema es from public;
revoke execute on function es.append from public;

comment on schema es is '${VERSION}'`;

/** Creates the schema of the log, or upgrades an older one. Many processes may call this at the same time. */
export async function makeSchema(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ version: string | null }>(
      `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = 'es'`,
    );
    if (rows[0]?.version !== VERSION) {
      await client.query(`begin; select pg_advisory_xact_lock(${String(SCHEMA_LOCK)}); ${DDL}; commit`);
    }
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
