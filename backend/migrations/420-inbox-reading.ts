import { Migration } from '@mikro-orm/migrations';

/**
 * How far comments were read, account by account and post by post. No read model: no event tells of a reading, and what is lost
 * here is read again.
 */
export class InboxReading extends Migration {
  override up(): void {
    this.addSql('create schema if not exists inbox');
    this.addSql(`create table inbox.source (
      account_id bigint primary key,
      owner_id text not null,
      platform text not null,
      server text not null default '',
      -- Null: not read (any more).
      due_at timestamptz,
      lease_owner text,
      lease_until timestamptz,
      -- Where the listing was left, as the connector says it.
      cursor jsonb,
      -- What is older was there before the account was followed.
      followed_from timestamptz not null,
      -- The end of the first reading that met nothing older any more; null before.
      caught_up_at timestamptz,
      read_at timestamptz,
      -- When the newest comment came in.
      comment_at timestamptz,
      -- Why it is not read, or not read on; null while all is well.
      trouble text,
      trouble_words text,
      failures int not null default 0,
      -- When a reading last confirmed what the platform had told of by itself.
      webhook_at timestamptz
    )`);
    this.addSql(
      'create index source_due on inbox.source (platform, due_at, account_id) where due_at is not null',
    );
    this.addSql(`create table inbox.watched_post (
      account_id bigint not null,
      remote_id text not null,
      post_id bigint not null,
      permalink text,
      published_at timestamptz not null,
      -- As the platform counted when its thread was last read.
      comment_count int,
      -- When its thread is to be read; null: not any more.
      thread_due timestamptz,
      primary key (account_id, remote_id)
    )`);
  }
}
