-- Ids of posts, keys of repeated requests, and what publishing keeps beside its events.
create schema scheduling;
create sequence scheduling.post_id;

create table scheduling.idempotency_key (
  user_id text not null,
  key text not null,
  fingerprint text not null,
  post_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_age on scheduling.idempotency_key (created_at);

-- The version of the zone data by which the times of all scheduled posts were last computed.
create table scheduling.zone_data (version text not null);
create unique index zone_data_is_one_row on scheduling.zone_data ((true));

create schema publishing;

-- A row here stops all claims: after a restore nobody knows what was already sent, until a person has looked.
create table publishing.hold (reason text not null, since timestamptz not null default now());
create unique index hold_is_one_row on publishing.hold ((true));

-- Where an account lives.
create table publishing.home (
  account_id bigint primary key,
  server text not null,
  learned_at timestamptz not null default now()
);

-- Whose turn it was before budgets were counted for whatever goes out (`effects.bucket`, `effects.turn`), and the name that
-- such a release has for the buckets: it counts in the same ones.
create table publishing.turn (
  post_id bigint not null,
  account_id bigint not null,
  turn_at timestamptz not null,
  primary key (post_id, account_id)
);
create index on publishing.turn (turn_at);
create view publishing.bucket as select name, full_at from effects.bucket;
