import { Migration } from '@mikro-orm/migrations';

/** The least time between two readings of an account, kept where every process and every reason to read meet. */
export class InboxReadingGap extends Migration {
  override up(): void {
    // No reading begins before; null: none has begun yet.
    this.addSql('alter table inbox.source add column not_before timestamptz');
  }
}
