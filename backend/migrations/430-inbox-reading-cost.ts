import { Migration } from '@mikro-orm/migrations';

/** What platforms charged for reading comments, day by day: a sum and no fact, so a table and no event. */
export class InboxReadingCost extends Migration {
  override up(): void {
    this.addSql('create schema if not exists inbox');
    this.addSql(`
      create table inbox.reading_cost (
        platform text not null,
        -- Of UTC.
        day date not null,
        usd numeric(12, 6) not null,
        -- When the operator was told that the day's budget is used up; null: not yet.
        told_at timestamptz,
        primary key (platform, day))`);
  }
}
