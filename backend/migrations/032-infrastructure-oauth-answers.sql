-- What the callback of a sign-in or a connection led to, for a minute. Digests and a value that only its browser can open.
create table edge.oauth_answer (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  session_id text,
  box bytea,
  expires_at timestamptz not null
);
create index oauth_answer_expires on edge.oauth_answer (expires_at);
