-- Which files an upload with an Idempotency-Key has made.
create table media.upload_key (
  owner_id text not null,
  key text not null,
  fingerprint text not null,
  names text[] not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index upload_key_age on media.upload_key (created_at);
