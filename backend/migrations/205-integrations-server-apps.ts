import { Migration } from '@mikro-orm/migrations';

/** Our applications at servers that users name, as Mastodon has them. Their keys are sealed. */
export class IntegrationsServerApps extends Migration {
  override up(): void {
    this.addSql(`
      create table integrations.server_app (
        -- The server and all that was asked of it: the redirect address and the permissions.
        name text primary key,
        kid text not null,
        wrapped bytea not null,
        box bytea not null,
        kept_at timestamptz not null default now())`);
  }
}
