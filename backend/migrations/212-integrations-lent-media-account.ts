import { Migration } from '@mikro-orm/migrations';

/** Whose files are lent: they end with their owner. Those of an earlier release end by themselves within three days. */
export class IntegrationsLentMediaAccount extends Migration {
  override up(): void {
    this.addSql('alter table integrations.lent_media add column account_id bigint');
  }
}
