import { Migration } from '@mikro-orm/migrations';

/** What the log does not hold of link pages: clicks that are not counted yet, and which files are banners. */
export class LinkTree extends Migration {
  override up(): void {
    this.addSql('create schema link_tree');
    // Of one link within one hour (UTC), by all processes together. `counted`: the log has it.
    this.addSql(`create table link_tree.click_count (
      user_id text not null,
      link_id text not null,
      hour timestamptz not null,
      clicks int not null,
      visitors int not null,
      counted boolean not null default false,
      primary key (user_id, link_id, hour)
    )`);
    this.addSql('create index click_count_open on link_tree.click_count (hour) where not counted');
    // Written before the page says so, and made to agree with the log afterwards.
    this.addSql(`create table link_tree.banner_file (
      user_id text not null,
      name text not null references media.file (name) on delete cascade,
      made_at timestamptz not null default now(),
      settled boolean not null default false,
      primary key (user_id, name)
    )`);
    this.addSql('create index banner_file_name on link_tree.banner_file (name)');
    this.addSql('create index banner_file_unsettled on link_tree.banner_file (made_at) where not settled');
  }
}
