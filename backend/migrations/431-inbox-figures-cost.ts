import { Migration } from '@mikro-orm/migrations';

/** How much of a day's money went to figures of published posts, so that comments keep a part of their own. */
export class InboxFiguresCost extends Migration {
  override up(): void {
    this.addSql('alter table inbox.reading_cost add column figures_usd numeric(12, 6) not null default 0');
  }
}
