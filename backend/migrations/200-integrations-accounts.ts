import { Migration } from '@mikro-orm/migrations';

/** Who holds which account of a platform, and the locked credentials. The facts themselves are in the event log. */
export class IntegrationsAccounts extends Migration {
  override up(): void {
    this.addSql('create schema if not exists integrations');
    this.addSql('create sequence integrations.account_id');
    this.addSql(`
      create table integrations.account_key (
        account_id bigint primary key default nextval('integrations.account_id'),
        owner_id text not null,
        platform text not null,
        remote_id text not null,
        -- Counts towards the plan from the moment the connection is decided until it is disconnected.
        held_since timestamptz,
        limits_due timestamptz not null default now(),
        unique (owner_id, platform, remote_id))`);
    this.addSql(
      'create index account_key_limits on integrations.account_key (limits_due) where held_since is not null',
    );
    this.addSql(`
      create table integrations.credential (
        account_id bigint primary key,
        kid text not null,
        wrapped bytea not null,
        box bytea not null,
        changed_at timestamptz not null default now())`);
    this.addSql(`
      -- Which publication a remote post belongs to: posts found by their text alone must not be claimed twice.
      create table integrations.remote_post (
        account_id bigint not null,
        remote_id text not null,
        post_id bigint not null,
        primary key (account_id, remote_id))`);
    this.addSql('create index credential_kid on integrations.credential (kid)');
  }

  override down(): void {
    this.addSql('drop schema integrations cascade');
  }
}
