import { Migration } from '@mikro-orm/migrations';

/**
 * What an account has at its platform belongs to a publication or to a reply. The release before this one may still run: it writes
 * and reads `post_id` alone, and never claims what a reply has.
 */
export class IntegrationsClaims extends Migration {
  override up(): void {
    this.addSql(`alter table integrations.remote_post
      add column reply_id uuid,
      alter column post_id drop not null`);
  }
}
