-- When the figures of published posts are looked at next, account by account. No read model: no event tells when nothing was
-- new, and what is lost here is made again from the log.
create schema analytics;

create table analytics.measured_account (
  account_id bigint primary key,
  owner_id text not null,
  platform text not null,
  server text not null default '',
  -- When the next of its publications is due; null: none is.
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  failures int not null default 0,
  -- Why nothing is asked for now, and until when; null while all is well.
  paused text,
  paused_until timestamptz,
  -- Since when it lets nobody look: after a time its figures under terms go, as if it was disconnected.
  refused_at timestamptz
);
create index measured_account_due on analytics.measured_account (platform, due_at, account_id) where due_at is not null;

create table analytics.measured_publication (
  account_id bigint not null,
  post_id bigint not null,
  owner_id text not null,
  platform text not null,
  remote_id text not null,
  permalink text,
  published_at timestamptz not null,
  -- Null: no look follows.
  next_at timestamptz,
  checked_at timestamptz,
  -- Somebody wants to see the figures as they are now.
  asked_at timestamptz,
  tries int not null default 0,
  -- When the platform said first that there is no such post.
  gone_at timestamptz,
  primary key (account_id, post_id)
);
create index measured_publication_next on analytics.measured_publication (account_id, next_at) where next_at is not null;
create index measured_publication_post on analytics.measured_publication (post_id);

-- Keys of figures that may be kept for a time only.
create table analytics.term_bucket (
  subject text primary key,
  account_id bigint not null,
  owner_id text not null,
  platform text not null,
  ends_at timestamptz not null
);
create index term_bucket_ends on analytics.term_bucket (ends_at);
create index term_bucket_account on analytics.term_bucket (account_id);

-- One row: who looks for those whose time is over, and when.
create table analytics.term_turn (
  id int primary key,
  owner_id text not null default '',
  platform text not null default '',
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz
);
insert into analytics.term_turn (id, due_at) values (1, now());
