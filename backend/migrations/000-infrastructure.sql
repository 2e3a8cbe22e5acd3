-- Readers of the log, keys of people, what guards the edge, budgets of effects, and uploaded files.

create schema read;

-- Where the readers of the log are, and what this database knows of the log.
create schema runner;

create table runner.checkpoint (
  name text not null,
  version int not null,
  build int not null default 0,
  position text collate "C",
  active boolean not null,
  state text not null default 'new',
  updated_at timestamptz not null default now(),
  -- When it first held all that the log held. One that stops later still serves what it has.
  filled_at timestamptz,
  primary key (name, version, build)
);
-- Each version of a read model has an active build of its own, so that two versions of the product run side by side.
create unique index checkpoint_one_active on runner.checkpoint (name, version) where active;

create table runner.log_identity (log_id text not null, noted_at timestamptz not null default now());
create unique index log_identity_is_one_row on runner.log_identity ((true));

-- How far the database has seen its event log, and of which epoch: tells when only one of the two was put back.
create table runner.log_seen (
  epoch int not null,
  position text collate "C",
  seen_at timestamptz not null default now()
);
create unique index log_seen_is_one_row on runner.log_seen ((true));

-- Which installation this database is of, made once. The event log notes it, so that no other database reads models from it.
create table runner.installation (
  id uuid not null default gen_random_uuid(),
  made_at timestamptz not null default now()
);
create unique index installation_is_one_row on runner.installation ((true));

-- Keys of the people in the log.
create schema vault;

create table vault.subject_key (
  subject text primary key,
  kid text not null,
  wrapped bytea,
  box bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  check ((wrapped is null) = (destroyed_at is not null))
);
create index subject_key_kid on vault.subject_key (kid);

create schema edge;

-- Limits shared by all processes.
create table edge.rate_limit (
  key text primary key,
  points int not null default 0,
  expire bigint
);
create index rate_limit_expire on edge.rate_limit (expire);

-- Sign-ins and connections that a browser has begun at a provider. Digests and sealed values, no secrets.
create table edge.oauth_flow (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  session_id text,
  return_to text,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  expires_at timestamptz not null
);
create index oauth_flow_expires on edge.oauth_flow (expires_at);

create schema effects;

-- How much a platform takes, counted for whatever goes out.
create table effects.bucket (name text primary key, full_at timestamptz not null);

-- Whose turn it is when many wait for one budget.
create table effects.turn (caller text primary key, turn_at timestamptz not null);
create index on effects.turn (turn_at);

-- What other servers are still to be told of people who have left them, with all that is needed for it, locked.
create table effects.farewell (
  id text primary key,
  owner_id text not null,
  platform text not null default '',
  -- Who says it: `integrations.account`.
  kind text not null,
  -- For people: `Pinterest`.
  what text not null,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  tries int not null default 0,
  -- It is not said any more: the row tells what is left to do by hand.
  given_up boolean not null default false,
  due_at timestamptz not null,
  lease_owner text,
  lease_until timestamptz
);
create index farewell_due on effects.farewell (due_at, id);
create index farewell_owner on effects.farewell (owner_id);
create index farewell_kid on effects.farewell (kid);

create schema media;

-- What a user's files take up, reserved before anything is stored.
create table media.usage (
  owner_id text primary key,
  files int not null check (files >= 0),
  bytes bigint not null check (bytes >= 0)
);

create table media.file (
  name text primary key,
  owner_id text not null,
  sha256 text not null,
  thumbnail_sha256 text,
  kind text not null,
  mime_type text not null,
  bytes bigint not null,
  stored_bytes bigint not null,
  width int,
  height int,
  duration_seconds float8,
  codec text,
  original_name text not null,
  stored boolean not null default false,
  created_at timestamptz not null default now(),
  -- Since when no post has it; null while one does.
  idle_since timestamptz default now()
);
create index file_owner on media.file (owner_id);
create index file_sha256 on media.file (sha256);
create index file_thumbnail_sha256 on media.file (thumbnail_sha256) where thumbnail_sha256 is not null;
create index file_idle on media.file (idle_since) where idle_since is not null;

create table media.attachment (
  post_id bigint not null,
  name text not null references media.file (name) on delete cascade,
  -- The log confirms it. Until then the request that made it may have failed.
  settled boolean not null default false,
  made_at timestamptz not null default now(),
  primary key (post_id, name)
);
create index attachment_name on media.attachment (name);
create index attachment_unsettled on media.attachment (made_at) where not settled;

-- Uploads that are under way, with the room that each of them may take.
create table media.incoming (
  id uuid primary key default gen_random_uuid(),
  owner_id text not null,
  bytes bigint not null check (bytes >= 0),
  -- Renewed while the upload goes on: what a process that was killed had reserved ends by itself.
  expires_at timestamptz not null
);
create index incoming_owner on media.incoming (owner_id);

-- Objects that are leaving the store of media.
create table media.removal (
  sha256 text primary key,
  -- A process that was killed meanwhile holds up nobody for longer.
  until timestamptz not null
);

-- When the store of media is listed next: one row.
create table media.listing (id int primary key check (id = 1), due_at timestamptz not null);
insert into media.listing (id, due_at) values (1, now());
