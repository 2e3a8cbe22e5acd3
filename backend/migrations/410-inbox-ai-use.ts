import { Migration } from '@mikro-orm/migrations';

/** Tokens of the model that were used: a count and no fact, so a table and no event. */
export class InboxAiUse extends Migration {
  override up(): void {
    this.addSql('create schema if not exists inbox');
    this.addSql(`
      create table inbox.ai_use (
        -- Of UTC.
        day date not null,
        -- Empty: all users together.
        user_id text not null,
        tokens bigint not null,
        primary key (user_id, day))`);
  }
}
