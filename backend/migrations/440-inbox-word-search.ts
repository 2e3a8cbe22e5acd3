import { Migration } from '@mikro-orm/migrations';

/**
 * What finds words of comments by three letters at a time, for each owner alone. Both come with PostgreSQL and may be made by whoever
 * owns the database; a server that lacks them or refuses searches by reading, and nothing else is different.
 * https://www.postgresql.org/docs/current/pgtrgm.html
 */
export class InboxWordSearch extends Migration {
  override up(): void {
    this.addSql(`
      do $$ begin
        create extension if not exists pg_trgm;
        create extension if not exists btree_gin;
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        raise notice 'Comments are searched without an index: %', sqlerrm;
      end $$`);
  }
}
