-- How far a thread was read that is longer than one reading takes, and what came of those that are refused.
alter table inbox.watched_post
  -- The page that the next reading begins with, as the connector says it; null: the first one.
  add column thread_after text,
  -- The number of the last comment that was asked for because a complete list had left it out.
  add column asked_to bigint,
  add column thread_read_at timestamptz,
  -- Null, and 0, while its thread is answered.
  add column refused_for text,
  add column refused_since timestamptz,
  add column refusals int not null default 0,
  -- No report about the post makes its thread due before this time.
  add column retry_at timestamptz;
