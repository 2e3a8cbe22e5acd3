import { Migration } from '@mikro-orm/migrations';

/** Objects that are leaving the store of media, and when the store is listed next. */
export class MediaObjects extends Migration {
  override up(): void {
    this.addSql(`create table media.removal (
      sha256 text primary key,
      -- A process that was killed meanwhile holds up nobody for longer.
      until timestamptz not null)`);
    this.addSql(`create table media.listing (
      -- One row.
      id int primary key check (id = 1),
      due_at timestamptz not null)`);
    this.addSql('insert into media.listing (id, due_at) values (1, now())');
  }
}
