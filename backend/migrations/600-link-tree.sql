-- What the log does not hold of link pages: which files are banners, and clicks from the first count to the event of their hour.
create schema link_tree;

-- Written before the page says so, and made to agree with the log afterwards.
create table link_tree.banner_file (
  user_id text not null,
  name text not null references media.file (name) on delete cascade,
  made_at timestamptz not null default now(),
  settled boolean not null default false,
  primary key (user_id, name)
);
create index banner_file_name on link_tree.banner_file (name);
create index banner_file_unsettled on link_tree.banner_file (made_at) where not settled;

-- Of one link within one hour (UTC), by all processes together. What is in no event yet: a row goes in the transaction that
-- makes it part of `click_hour`.
create table link_tree.click_count (
  user_id text not null,
  link_id text not null,
  hour timestamptz not null,
  clicks int not null,
  visitors int not null,
  primary key (user_id, link_id, hour)
);
create index click_count_hour on link_tree.click_count (hour);

-- What the event of a page's last hour says, decided once. It stays until the next hour: figures take it from here until the
-- read model has it.
create table link_tree.click_hour (
  user_id text primary key,
  hour timestamptz not null,
  links json not null,
  -- The log has it.
  logged boolean not null
);
create index click_hour_open on link_tree.click_hour (user_id) where not logged;

-- One row: who records the hours, and when.
create table link_tree.click_turn (
  id int primary key,
  owner_id text not null,
  platform text not null,
  due_at timestamptz not null,
  lease_owner text,
  lease_until timestamptz
);
insert into link_tree.click_turn (id, owner_id, platform, due_at) values (1, '', '', now());
