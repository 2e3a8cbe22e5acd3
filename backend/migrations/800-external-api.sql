-- Where events are told, by which secrets, and what is still to be told there.
create schema external;

create table external.webhook (
  endpoint_id text primary key,
  owner_id text not null,
  url text not null,
  -- Of its address: what goes to one host shares what is open at the same time.
  host text not null,
  types text[] not null,
  suspended_because text,
  -- The receiver asked to be left alone until then.
  paused_until timestamptz,
  last_success_at timestamptz,
  -- Null: the last delivery arrived, or there was none.
  failing_since timestamptz,
  added_at timestamptz not null
);
create index webhook_owner on external.webhook (owner_id);

create table external.webhook_secret (
  secret_id text primary key,
  endpoint_id text not null references external.webhook on delete cascade,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  -- Null: the newest one.
  valid_until timestamptz
);
create index webhook_secret_endpoint on external.webhook_secret (endpoint_id);
create index webhook_secret_kid on external.webhook_secret (kid);

create table external.delivery (
  endpoint_id text not null references external.webhook on delete cascade,
  event_id text not null,
  owner_id text not null,
  -- In the order of the log.
  number bigint generated always as identity,
  type text not null,
  at timestamptz not null,
  -- As it is signed and sent, the same at each try.
  body text not null,
  state text not null default 'waiting',
  attempts int not null default 0,
  last_status int,
  last_answer text,
  last_error text,
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  made_at timestamptz not null default now(),
  primary key (endpoint_id, event_id)
);
create index delivery_due on external.delivery (due_at, endpoint_id, event_id) where due_at is not null;
create index delivery_number on external.delivery (endpoint_id, number);
create index delivery_owner on external.delivery (owner_id);
create index delivery_made on external.delivery (made_at);
