import { Migration } from '@mikro-orm/migrations';

/** Each comment gets its number before anything is recorded of it, so that it is recorded once. */
export class InboxCommentKeys extends Migration {
  override up(): void {
    this.addSql('create schema inbox');
    this.addSql('create sequence inbox.comment_id');
    this.addSql(`
      create table inbox.comment_key (
        owner_id text not null,
        platform text not null,
        -- Keyed digests: without the owner's key nothing can be guessed from them.
        key_mac text not null,
        remote_mac text not null,
        comment_id bigint not null unique,
        primary key (owner_id, platform, key_mac))`);
    this.addSql('create index comment_key_remote on inbox.comment_key (owner_id, remote_mac)');
  }
}
