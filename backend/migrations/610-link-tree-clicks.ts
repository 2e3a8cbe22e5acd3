import { Migration } from '@mikro-orm/migrations';

/** From a click to the event of its hour: counts that are open, the last hour of each page, and when hours are recorded next. */
export class LinkTreeClicks extends Migration {
  override up(): void {
    // What is in no event yet; a row goes in the transaction that makes it part of `click_hour`.
    this.addSql('alter table link_tree.click_count drop column counted');
    this.addSql('create index click_count_hour on link_tree.click_count (hour)');
    // What the event of a page's last hour says, decided once. It stays until the next hour: figures take it from here until the read
    // model has it.
    this.addSql(`create table link_tree.click_hour (
      user_id text primary key,
      hour timestamptz not null,
      links json not null,
      -- The log has it.
      logged boolean not null
    )`);
    this.addSql('create index click_hour_open on link_tree.click_hour (user_id) where not logged');
    // One row: who records the hours, and when.
    this.addSql(`create table link_tree.click_turn (
      id int primary key,
      owner_id text not null,
      platform text not null,
      due_at timestamptz not null,
      lease_owner text,
      lease_until timestamptz
    )`);
    this.addSql(
      `insert into link_tree.click_turn (id, owner_id, platform, due_at) values (1, '', '', now())`,
    );
  }
}
