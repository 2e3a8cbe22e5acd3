-- Who may come in: addresses, names and handles that are taken, open links, signed-in browsers. Digests, no secrets.
create schema identity;

create table identity.secret (
  name text primary key,
  kid text not null,
  wrapped bytea not null,
  box bytea not null
);

create table identity.email (digest bytea primary key, user_id uuid not null);
create index email_user on identity.email (user_id);

create table identity.username (username text primary key, user_id uuid not null unique);

create table identity.handle (
  handle text primary key check (handle = lower(handle)),
  user_id uuid not null,
  released_at timestamptz,
  -- How far the user's stream had come when the handle was last settled: what is older changes nothing any more.
  revision bigint not null default -1
);
create index handle_user on identity.handle (user_id);

-- Handles of people who are gone: nobody takes one for a while, and its row does not tell which it is.
create table identity.resting_handle (digest bytea primary key, rests_until timestamptz not null);

create table identity.sign_in_link (
  token_hash bytea primary key,
  flow_hash bytea not null,
  email text not null,
  expires_at timestamptz not null
);
create index sign_in_link_expires on identity.sign_in_link (expires_at);

create table identity.session (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_id uuid not null,
  browser text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index session_user_seen on identity.session (user_id, last_seen_at);
create index session_seen on identity.session (last_seen_at);
create index session_created on identity.session (created_at);

-- Which user somebody is whom a sign-in provider vouches for. Of the id at the provider there is a digest only.
create table identity.provider_identity (
  issuer text not null,
  subject_digest bytea not null,
  provider text not null,
  user_id uuid not null,
  primary key (issuer, subject_digest)
);
create index provider_identity_user on identity.provider_identity (user_id, provider);

-- Links that were mailed about an account's address: to prove a new one, or to say that it was somebody else.
create table identity.account_link (
  token_hash bytea primary key,
  purpose text not null,
  user_id uuid not null,
  email text,
  expires_at timestamptz not null
);
create index account_link_user on identity.account_link (user_id, purpose);
create index account_link_expires on identity.account_link (expires_at);

-- API tokens that open something, by their digests. A revoked one has no row.
create table identity.api_token (
  token_hash bytea primary key,
  token_id uuid not null unique,
  owner_id text not null,
  scopes text[] not null,
  preview text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_token_owner on identity.api_token (owner_id);

-- What people are told of: a row for each thing in each mail, whether it is mailed or not.
create table identity.notice (
  id bigint generated always as identity primary key,
  user_id text not null,
  kind text not null,
  cause text not null,
  -- What it is about, as 'target-7-3'; with the span of time whose news are told together.
  subject text not null,
  span text not null,
  -- Of the newest fact in it. Text order is log order.
  position text collate "C" not null,
  account_id bigint not null,
  post_id bigint,
  -- The lowest of the comments that it counts, and the post that they are under.
  comment_id bigint,
  comments_of text,
  count int not null default 1,
  ends_at timestamptz,
  in_app boolean not null,
  mail_id text,
  at timestamptz not null,
  read_at timestamptz,
  unique (user_id, subject, span)
);
create index notice_newest on identity.notice (user_id, at desc, id desc) where in_app;
create index notice_unread on identity.notice (user_id) where in_app and read_at is null;
create index notice_mail on identity.notice (mail_id) where mail_id is not null;
create index notice_at on identity.notice (at);

-- Open links to exports of accounts, one a user. The export itself is made while it is downloaded.
create table identity.account_export (
  user_id uuid primary key,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  -- Until when one download is the only one; null: none is under way. It is put off while bytes are taken.
  taken_until timestamptz
);
create index account_export_expires on identity.account_export (expires_at);

-- Erasures under way.
create table identity.erasure (
  user_id text primary key,
  -- As every table of leased work has it.
  owner_id text not null,
  platform text not null default '',
  -- The address that the last mail goes to, locked.
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  due_at timestamptz not null,
  lease_owner text,
  lease_until timestamptz
);
create index erasure_due on identity.erasure (due_at, user_id);
create index erasure_kid on identity.erasure (kid);
