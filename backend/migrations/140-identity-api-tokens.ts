import { Migration } from '@mikro-orm/migrations';

/** API tokens that open something, by their digests. A revoked one has no row. */
export class IdentityApiTokens extends Migration {
  override up(): void {
    this.addSql(`create table identity.api_token (
      token_hash bytea primary key,
      token_id uuid not null unique,
      owner_id text not null,
      scopes text[] not null,
      preview text not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz)`);
    this.addSql('create index api_token_owner on identity.api_token (owner_id)');
  }
}
