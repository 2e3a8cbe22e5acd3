-- The least time between two readings of an account, kept where every process and every reason to read meet.
alter table inbox.source
  -- No reading begins before; null: none has begun yet.
  add column not_before timestamptz;
