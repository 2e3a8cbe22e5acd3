import { Migration } from '@mikro-orm/migrations';

/** What people are told of: a row for each thing in each mail, whether it is mailed or not. */
export class IdentityNotices extends Migration {
  override up(): void {
    this.addSql(`create table identity.notice (
      id bigint generated always as identity primary key,
      user_id text not null,
      kind text not null,
      cause text not null,
      -- What it is about, as 'target-7-3'; with the span of time whose news are told together.
      subject text not null,
      span text not null,
      -- Of the newest fact in it. Text order is log order.
      position text collate "C" not null,
      account_id bigint not null,
      post_id bigint,
      -- The lowest of the comments that it counts, and the post that they are under.
      comment_id bigint,
      comments_of text,
      count int not null default 1,
      ends_at timestamptz,
      in_app boolean not null,
      mail_id text,
      at timestamptz not null,
      read_at timestamptz,
      unique (user_id, subject, span))`);
    this.addSql('create index notice_newest on identity.notice (user_id, at desc, id desc) where in_app');
    this.addSql('create index notice_unread on identity.notice (user_id) where in_app and read_at is null');
    this.addSql('create index notice_mail on identity.notice (mail_id) where mail_id is not null');
    this.addSql('create index notice_at on identity.notice (at)');
  }
}
