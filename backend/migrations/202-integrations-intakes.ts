import { Migration } from '@mikro-orm/migrations';

/** Connections that are under way, so that a disconnect leaves them alone and a crash among them is found. */
export class IntegrationsIntakes extends Migration {
  override up(): void {
    this.addSql(`
      -- Set from the moment a connection takes its place until its fact is recorded.
      alter table integrations.account_key add column intake uuid`);
    this.addSql(
      'create index account_key_intake on integrations.account_key (held_since) where intake is not null',
    );
  }
}
