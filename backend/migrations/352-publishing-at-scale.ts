import { Migration } from '@mikro-orm/migrations';

/** What many posts at once need: how much a platform takes, whose turn it is, and where an account lives. */
export class PublishingAtScale extends Migration {
  override up(): void {
    this.addSql(`create table publishing.bucket (
      name text primary key,
      full_at timestamptz not null)`);
    this.addSql(`create table publishing.turn (
      post_id bigint not null,
      account_id bigint not null,
      turn_at timestamptz not null,
      primary key (post_id, account_id))`);
    this.addSql('create index on publishing.turn (turn_at)');
    this.addSql(`create table publishing.home (
      account_id bigint primary key,
      server text not null,
      learned_at timestamptz not null default now())`);
  }
}
