-- Pictures of accounts that are to be fetched. The platform named the address when its owner logged in, and such addresses expire.
create table integrations.picture_fetch (
  account_id bigint primary key,
  owner_id text not null,
  platform text not null,
  address text not null,
  -- Begun ones; one that a crash ended counts too.
  tries int not null default 0,
  due_at timestamptz default now(),
  lease_owner text,
  lease_until timestamptz
);
create index picture_fetch_due on integrations.picture_fetch (platform, due_at, account_id) where due_at is not null;
create index picture_fetch_owner on integrations.picture_fetch (owner_id);

-- The stored pictures of accounts. Written before the event, and made to agree with the log afterwards.
create table integrations.picture_file (
  account_id bigint not null,
  owner_id text not null,
  name text not null references media.file (name) on delete cascade,
  primary key (account_id, name)
);
create index picture_file_name on integrations.picture_file (name);
create index picture_file_owner on integrations.picture_file (owner_id);
