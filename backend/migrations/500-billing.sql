-- What billing keeps beside its events: the first day of the price ladder, Stripe's deliveries, and when the night's look is due.
create schema billing;

-- One row.
create table billing.ladder_start (id int primary key check (id = 1), day date not null);

create table billing.stripe_event (
  -- As Stripe calls it.
  id text primary key,
  type text not null,
  received_at timestamptz not null default now(),
  -- Null: it is not recorded yet what it was about.
  handled_at timestamptz
);
create index stripe_event_received on billing.stripe_event (received_at);

-- A table of leased work with one row.
create table billing.night (
  id int primary key,
  owner_id text not null,
  platform text not null,
  due_at timestamptz not null,
  lease_owner text,
  lease_until timestamptz
);
insert into billing.night (id, owner_id, platform, due_at) values (1, '', '', now());
