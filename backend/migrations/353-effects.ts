import { Migration } from '@mikro-orm/migrations';

/**
 * Budgets are counted for whatever goes out, and no longer for posts alone. The release before this one may still run: it
 * finds its buckets under their old name and counts in the same ones, and keeps its own table of turns.
 */
export class Effects extends Migration {
  override up(): void {
    this.addSql('create schema effects');
    this.addSql('alter table publishing.bucket set schema effects');
    this.addSql('create view publishing.bucket as select name, full_at from effects.bucket');
    this.addSql(`create table effects.turn (
      caller text primary key,
      turn_at timestamptz not null)`);
    this.addSql('create index on effects.turn (turn_at)');
  }
}
