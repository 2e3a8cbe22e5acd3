import { Migration } from '@mikro-orm/migrations';

/** How far the user's stream had come when a handle was last settled: what is older changes nothing any more. */
export class IdentityHandleRevisions extends Migration {
  override up(): void {
    this.addSql(`alter table identity.handle add column revision bigint not null default -1`);
  }
}
