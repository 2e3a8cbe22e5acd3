-- Who holds which account of a platform, and the locked credentials. The facts themselves are in the event log.
create schema integrations;
create sequence integrations.account_id;

create table integrations.account_key (
  account_id bigint primary key default nextval('integrations.account_id'),
  owner_id text not null,
  platform text not null,
  remote_id text not null,
  -- Counts towards the plan from the moment the connection is decided until it is disconnected.
  held_since timestamptz,
  limits_due timestamptz not null default now(),
  -- Set from the moment a connection takes its place until its fact is recorded: a disconnect leaves it alone meanwhile,
  -- and a crash among such connections is found.
  intake uuid,
  -- A platform may call an account by another name when it tells of its comments than when it takes its posts (TikTok does).
  told_as text,
  -- Which worker is reading the limits, and until when.
  limits_worker text,
  limits_until timestamptz,
  unique (owner_id, platform, remote_id)
);
create index account_key_limits on integrations.account_key (limits_due) where held_since is not null;
create index account_key_intake on integrations.account_key (held_since) where intake is not null;
-- Accounts are looked for by what their platform calls them, whoever connected them.
create index account_key_remote on integrations.account_key (platform, remote_id);
create index account_key_told on integrations.account_key (platform, told_as) where told_as is not null;
create index account_key_due on integrations.account_key (platform, limits_due, account_id) where held_since is not null;

-- Limits of accounts are read on leased work. A view and no second table: the due time stands with the account.
create view integrations.limits_reading as
  select account_id, owner_id, platform, limits_due as due_at, limits_worker as lease_owner, limits_until as lease_until
  from integrations.account_key where held_since is not null;

create table integrations.credential (
  account_id bigint primary key,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  changed_at timestamptz not null default now(),
  -- When the tokens have to be renewed.
  renew_at timestamptz,
  -- Counts up with each secret that is stored; another key around the same secret is no new version.
  version bigint not null default 0,
  -- Who is renewing the credentials, and until when at most.
  lease uuid,
  leased_until timestamptz,
  -- Which worker has taken the renewal up, and until when; the column lease guards the secret itself.
  renewal_worker text,
  renewal_until timestamptz,
  owner_id text,
  platform text
);
create index credential_kid on integrations.credential (kid);
create index credential_renew_at on integrations.credential (renew_at) where renew_at is not null;
create index credential_due on integrations.credential (platform, renew_at, account_id) where renew_at is not null;

-- A claim looks at the due accounts of each platform apart, so owner and platform stand in the same row. Credentials are
-- stored without them, so the database fills them in.
create function integrations.whose_credential() returns trigger language plpgsql as $$
      begin
        select owner_id, platform into new.owner_id, new.platform
        from integrations.account_key where account_id = new.account_id;
        return new;
      end $$;
create trigger whose_credential before insert on integrations.credential
  for each row execute function integrations.whose_credential();

-- Renewals of tokens as leased work. A view and no second table: the due time is written with the secret that it follows from.
create view integrations.renewal as
  select account_id, owner_id, platform, renew_at as due_at, renewal_worker as lease_owner,
    renewal_until as lease_until, leased_until as changing_until
  from integrations.credential;

-- What an account has at its platform belongs to a publication or to a reply: posts found by their text alone must not be
-- claimed twice.
create table integrations.remote_post (
  account_id bigint not null,
  remote_id text not null,
  post_id bigint,
  reply_id uuid,
  primary key (account_id, remote_id)
);

-- Accounts that a consent has opened, locked until their owner has chosen. One list a user, the newest.
create table integrations.account_choice (
  owner_id text primary key,
  session_id text not null,
  app text not null,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  expires_at timestamptz not null
);

-- Where we upload: addresses that platforms gave out, sealed.
create table integrations.upload_address (
  name uuid primary key,
  account_id bigint not null,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  kept_at timestamptz not null default now()
);
create index upload_address_account on integrations.upload_address (account_id);

-- Files that platforms may fetch.
create table integrations.lent_media (
  name text primary key,
  path text not null,
  -- A converted file of our own, deleted with its address; else a stored original.
  is_copy boolean not null,
  mime_type text not null,
  lent_at timestamptz not null default now(),
  -- Whose file it is: it ends with its owner. One without ends by itself within three days.
  account_id bigint
);
create index lent_media_lent_at on integrations.lent_media (lent_at);

-- Our applications at servers that users name, as Mastodon has them. Their keys are sealed.
create table integrations.server_app (
  -- The server and all that was asked of it: the redirect address and the permissions.
  name text primary key,
  kid text not null,
  wrapped bytea not null,
  box bytea not null,
  kept_at timestamptz not null default now()
);

-- Accounts that their platform tells of once they are subscribed one by one, and what is known of that. No read model: whether
-- one is subscribed is the platform's to say, and it is asked again.
create table integrations.webhook_subscription (
  account_id bigint primary key,
  owner_id text not null,
  platform text not null,
  -- Null: not looked at before something happens to the account.
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  -- What is subscribed at the platform; two accounts may share it.
  place text,
  -- A call was about to be made, and what came of it is not known yet.
  asked_at timestamptz,
  -- Since when the platform has been saying so; null: it does not.
  subscribed_at timestamptz,
  looked_at timestamptz,
  trouble text,
  trouble_words text,
  failures int not null default 0
);
create index webhook_subscription_due on integrations.webhook_subscription (platform, due_at, account_id)
  where due_at is not null;
create index webhook_subscription_place on integrations.webhook_subscription (place) where place is not null;
