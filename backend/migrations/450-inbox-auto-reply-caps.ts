import { Migration } from '@mikro-orm/migrations';

/** Places in the caps of automatic replies, taken before the log has them: a count and no fact, so a table and no event. */
export class InboxAutoReplyCaps extends Migration {
  override up(): void {
    this.addSql('create schema if not exists inbox');
    this.addSql(`
      create table inbox.auto_reply_claim (
        comment_id bigint primary key,
        owner_id text not null,
        account_id bigint not null,
        claimed_at timestamptz not null)`);
    this.addSql('create index on inbox.auto_reply_claim (owner_id, claimed_at)');
  }
}
