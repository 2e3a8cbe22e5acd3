-- The code that was mailed with a link, as a keyed digest. Null: a link of an earlier release, or a newer code has replaced it.
alter table identity.sign_in_link
  add column code_hash bytea,
  add column code_tries integer not null default 0;
-- A code is looked up by the address alone.
create index sign_in_link_email on identity.sign_in_link (email);
