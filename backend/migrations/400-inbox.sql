-- Numbers of comments, how far they were read, and what reading and answering them used up.
create schema inbox;
create sequence inbox.comment_id;

-- Each comment gets its number before anything is recorded of it, so that it is recorded once.
create table inbox.comment_key (
  owner_id text not null,
  platform text not null,
  -- Keyed digests: without the owner's key nothing can be guessed from them.
  key_mac text not null,
  remote_mac text not null,
  comment_id bigint not null unique,
  primary key (owner_id, platform, key_mac)
);
create index comment_key_remote on inbox.comment_key (owner_id, remote_mac);

-- Tokens of the model that were used: a count and no fact, so a table and no event.
create table inbox.ai_use (
  -- Of UTC.
  day date not null,
  -- Empty: all users together.
  user_id text not null,
  tokens bigint not null,
  primary key (user_id, day)
);

-- How far comments were read, account by account and post by post. No read model: no event tells of a reading, and what is
-- lost here is read again.
create table inbox.source (
  account_id bigint primary key,
  owner_id text not null,
  platform text not null,
  server text not null default '',
  -- Null: not read (any more).
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  -- Where the listing was left, as the connector says it.
  cursor jsonb,
  -- What is older was there before the account was followed.
  followed_from timestamptz not null,
  -- The end of the first reading that met nothing older any more; null before.
  caught_up_at timestamptz,
  read_at timestamptz,
  -- When the newest comment came in.
  comment_at timestamptz,
  -- Why it is not read, or not read on; null while all is well.
  trouble text,
  trouble_words text,
  failures int not null default 0,
  -- When a reading last confirmed what the platform had told of by itself.
  webhook_at timestamptz,
  -- When a platform last told of something that no reading has looked for since.
  hinted_at timestamptz
);
create index source_due on inbox.source (platform, due_at, account_id) where due_at is not null;

create table inbox.watched_post (
  account_id bigint not null,
  remote_id text not null,
  post_id bigint not null,
  permalink text,
  published_at timestamptz not null,
  -- As the platform counted when its thread was last read.
  comment_count int,
  -- When its thread is to be read; null: not any more.
  thread_due timestamptz,
  primary key (account_id, remote_id)
);

-- What platforms told by themselves: its digest, so that a repeated delivery leads to nothing, and that a reading owes it an
-- answer.
create table inbox.delivery (
  -- SHA-256 of the address and the body as they came.
  digest bytea primary key,
  received_at timestamptz not null default now()
);
create index delivery_received on inbox.delivery (received_at);

-- What platforms charged for reading comments, day by day: a sum and no fact, so a table and no event.
create table inbox.reading_cost (
  platform text not null,
  -- Of UTC.
  day date not null,
  usd numeric(12, 6) not null,
  -- When the operator was told that the day's budget is used up; null: not yet.
  told_at timestamptz,
  -- How much of it went to figures of published posts, so that comments keep a part of their own.
  figures_usd numeric(12, 6) not null default 0,
  primary key (platform, day)
);

-- Places in the caps of automatic replies, taken before the log has them: a count and no fact, so a table and no event.
create table inbox.auto_reply_claim (
  comment_id bigint primary key,
  owner_id text not null,
  account_id bigint not null,
  claimed_at timestamptz not null
);
create index on inbox.auto_reply_claim (owner_id, claimed_at);

-- What finds words of comments by three letters at a time, for each owner alone. Both come with PostgreSQL and may be made by
-- whoever owns the database; a server that lacks them or refuses searches by reading, and nothing else is different.
-- https://www.postgresql.org/docs/current/pgtrgm.html
do $$ begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
exception when insufficient_privilege or feature_not_supported or undefined_file then
  raise notice 'Comments are searched without an index: %', sqlerrm;
end $$;
