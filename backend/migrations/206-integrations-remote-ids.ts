import { Migration } from '@mikro-orm/migrations';

/** Accounts are looked for by what their platform calls them, whoever connected them. */
export class IntegrationsRemoteIds extends Migration {
  override up(): void {
    this.addSql('create index account_key_remote on integrations.account_key (platform, remote_id)');
  }
}
