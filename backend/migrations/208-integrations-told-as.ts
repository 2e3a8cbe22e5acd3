import { Migration } from '@mikro-orm/migrations';

/** A platform may call an account by another name when it tells of its comments than when it takes its posts (TikTok does). */
export class IntegrationsToldAs extends Migration {
  override up(): void {
    this.addSql('alter table integrations.account_key add column told_as text');
    this.addSql(
      'create index account_key_told on integrations.account_key (platform, told_as) where told_as is not null',
    );
  }
}
