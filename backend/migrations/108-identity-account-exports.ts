import { Migration } from '@mikro-orm/migrations';

/** Open links to exports of accounts, one a user. The export itself is made while it is downloaded. */
export class IdentityAccountExports extends Migration {
  override up(): void {
    this.addSql(`create table identity.account_export (
      user_id uuid primary key,
      token_hash bytea not null unique,
      expires_at timestamptz not null)`);
    this.addSql(`create index account_export_expires on identity.account_export (expires_at)`);
  }
}
