import { Migration } from '@mikro-orm/migrations';

/** Ids of posts, keys of repeated requests, uploaded files and what they take up. */
export class SchedulingPostsMedia extends Migration {
  override up(): void {
    this.addSql('create schema scheduling');
    this.addSql('create sequence scheduling.post_id');
    this.addSql(`create table scheduling.idempotency_key (
      user_id text not null,
      key text not null,
      fingerprint text not null,
      post_id bigint not null,
      created_at timestamptz not null default now(),
      primary key (user_id, key))`);
    this.addSql('create index idempotency_key_age on scheduling.idempotency_key (created_at)');
    this.addSql('create schema media');
    // What a user's files take up, reserved before anything is stored.
    this.addSql(`create table media.usage (
      owner_id text primary key,
      files int not null check (files >= 0),
      bytes bigint not null check (bytes >= 0))`);
    this.addSql(`create table media.file (
      name text primary key,
      owner_id text not null,
      sha256 text not null,
      thumbnail_sha256 text,
      kind text not null,
      mime_type text not null,
      bytes bigint not null,
      stored_bytes bigint not null,
      width int,
      height int,
      duration_seconds float8,
      codec text,
      original_name text not null,
      stored boolean not null default false,
      created_at timestamptz not null default now(),
      -- Since when no post has it; null while one does.
      idle_since timestamptz default now())`);
    this.addSql('create index file_owner on media.file (owner_id)');
    this.addSql('create index file_sha256 on media.file (sha256)');
    this.addSql(
      'create index file_thumbnail_sha256 on media.file (thumbnail_sha256) where thumbnail_sha256 is not null',
    );
    this.addSql('create index file_idle on media.file (idle_since) where idle_since is not null');
    // `settled`: the log confirms it. Until then the request that made it may have failed.
    this.addSql(`create table media.attachment (
      post_id bigint not null,
      name text not null references media.file (name) on delete cascade,
      settled boolean not null default false,
      made_at timestamptz not null default now(),
      primary key (post_id, name))`);
    this.addSql('create index attachment_name on media.attachment (name)');
    this.addSql('create index attachment_unsettled on media.attachment (made_at) where not settled');
  }
}
