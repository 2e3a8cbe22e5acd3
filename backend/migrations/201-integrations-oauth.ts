import { Migration } from '@mikro-orm/migrations';

/** Accounts connected by consent: when their tokens end, what waits for a choice, what platforms may fetch and where we upload. */
export class IntegrationsOAuth extends Migration {
  override up(): void {
    this.addSql('alter table integrations.credential add column renew_at timestamptz');
    this.addSql(
      'create index credential_renew_at on integrations.credential (renew_at) where renew_at is not null',
    );
    this.addSql(`
      -- Accounts that a consent has opened, locked until their owner has chosen. One list a user, the newest.
      create table integrations.account_choice (
        owner_id text primary key,
        session_id text not null,
        app text not null,
        kid text not null,
        wrapped bytea not null,
        box bytea not null,
        expires_at timestamptz not null)`);
    this.addSql(`
      create table integrations.upload_address (
        name uuid primary key,
        account_id bigint not null,
        kid text not null,
        wrapped bytea not null,
        box bytea not null,
        kept_at timestamptz not null default now())`);
    this.addSql('create index upload_address_account on integrations.upload_address (account_id)');
    this.addSql(`
      create table integrations.lent_media (
        name text primary key,
        path text not null,
        -- A converted file of our own, deleted with its address; else a stored original.
        is_copy boolean not null,
        mime_type text not null,
        lent_at timestamptz not null default now())`);
    this.addSql('create index lent_media_lent_at on integrations.lent_media (lent_at)');
  }
}
