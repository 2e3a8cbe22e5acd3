import { Migration } from '@mikro-orm/migrations';

/** Links that were mailed about an account's address: to prove a new one, or to say that it was somebody else. */
export class IdentityAccountLinks extends Migration {
  override up(): void {
    this.addSql(`create table identity.account_link (
      token_hash bytea primary key,
      purpose text not null,
      user_id uuid not null,
      email text,
      expires_at timestamptz not null)`);
    this.addSql(`create index account_link_user on identity.account_link (user_id, purpose)`);
    this.addSql(`create index account_link_expires on identity.account_link (expires_at)`);
  }
}
