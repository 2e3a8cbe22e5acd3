-- Drafts of posts. A draft is no fact, so it is a row and not events.
create table scheduling.draft (
  owner_id text not null,
  id uuid not null,
  -- 0: never saved. Only a request to schedule named it.
  revision int not null,
  planned_for timestamptz,
  -- Texts and choices, and what belongs to single accounts, encrypted with the key of the owner. Null: never saved, or scheduled.
  words bytea,
  own bytea,
  bytes int not null default 0,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- It can be restored for ten minutes.
  deleted_at timestamptz,
  -- The post that it becomes, in whichever window. Given once.
  post_id bigint,
  -- The request that is about to write the post, or has written it.
  fingerprint text,
  claimed_at timestamptz,
  -- The log has the post. The row stays so that no other window makes a draft or a post of the same id.
  scheduled_at timestamptz,
  primary key (owner_id, id)
);
create index draft_shown on scheduling.draft (owner_id, changed_at, id) where words is not null and deleted_at is null;
create index draft_deleted on scheduling.draft (deleted_at) where deleted_at is not null;
create index draft_claimed on scheduling.draft (claimed_at) where claimed_at is not null and scheduled_at is null;
create index draft_scheduled on scheduling.draft (scheduled_at) where scheduled_at is not null;
create index draft_unsaved on scheduling.draft (created_at) where revision = 0 and scheduled_at is null;

-- Which draft has which files.
create table media.draft_file (
  owner_id text not null,
  draft_id uuid not null,
  name text not null references media.file (name) on delete cascade,
  primary key (owner_id, draft_id, name)
);
create index draft_file_name on media.draft_file (name);
